package dev.hansom.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hansom.lab.run.PassRecord;
import dev.hansom.lab.run.Words;
import dev.hansom.lab.stack.StackSpec;
import dev.hansom.lab.stats.Quantiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a stack costs without load, from the events of a run. Pure. */
final class IdleCost {

    private IdleCost() {}

    /**
     * Median over the stack's starts, microseconds of CPU a second by group, and their sum as {@link PassRecord#STACK}.
     * Empty where it was never measured.
     */
    static Map<String, Double> of(StackSpec stack, List<JsonNode> events) {
        String name = Words.of(stack);
        Map<String, List<Double>> readings = new LinkedHashMap<>();
        for (JsonNode event : events) {
            if (event.path("event").asText().equals("idle")
                    && event.path("stack").asText().equals(name)) {
                double sum = 0;
                for (Map.Entry<String, JsonNode> group :
                        event.path("microsPerSecond").properties()) {
                    double micros = group.getValue().asDouble();
                    readings.computeIfAbsent(group.getKey(), g -> new ArrayList<>())
                            .add(micros);
                    sum += micros;
                }
                readings.computeIfAbsent(PassRecord.STACK, g -> new ArrayList<>())
                        .add(sum);
            }
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        readings.forEach((group, values) -> medians.put(
                group,
                Quantiles.median(
                        values.stream().mapToDouble(Double::doubleValue).toArray())));
        return medians;
    }
}
