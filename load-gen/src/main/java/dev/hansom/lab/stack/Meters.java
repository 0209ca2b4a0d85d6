package dev.hansom.lab.stack;

import java.util.Map;
import java.util.TreeMap;

/** Reads Prometheus' text format (version 0.0.4), as far as counters and gauges go. */
final class Meters {

    private Meters() {}

    /** The values of the meters whose names begin with a prefix, summed over their labels. */
    static Map<String, Double> sum(String text, String prefix) {
        Map<String, Double> sums = new TreeMap<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith(prefix)) {
                int labels = line.indexOf('{');
                // A label's value may hold a space or a brace, but the last brace closes the labels.
                int afterLabels = labels < 0 ? line.indexOf(' ') : line.lastIndexOf('}') + 1;
                String name = line.substring(0, labels < 0 ? afterLabels : labels);
                String[] value = line.substring(afterLabels).strip().split(" ", -1);
                sums.merge(name, Double.parseDouble(value[0]), Double::sum);
            }
        }
        return sums;
    }
}
