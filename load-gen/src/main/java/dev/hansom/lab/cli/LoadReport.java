package dev.hansom.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hansom.lab.load.LoadResult;
import dev.hansom.lab.load.LoadSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The result of {@code load} in words and as JSON.
 *
 * @param generatorNanos CPU time of the generator itself over the window; 0 where it is not known
 */
record LoadReport(String url, LoadSpec spec, LoadResult result, String transport, long generatorNanos) {

    private static final double[] QUANTILES = {50, 75, 90, 99, 99.9};
    private static final double RATE_TOLERANCE = 0.01;

    boolean failed() {
        return result.errorCount() + result.dropped() + result.settleErrors() > 0;
    }

    private double dueRate() {
        return result.due() * 1e9 / (result.windowEndNanos() - result.windowStartNanos());
    }

    /** What a reader must know before believing the figures. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (result.due() > 0 && Math.abs(result.achievedRate() / dueRate() - 1) > RATE_TOLERANCE) {
            notes.add(format(
                    "%.1f answers a second came for %.1f requests due: the target did not keep up",
                    result.achievedRate(), dueRate()));
        }
        if (result.settleErrors() > 0) {
            notes.add(result.settleErrors() + " requests failed while warming up; they are in no figure above");
        }
        if (share(result.late()) > 0.01) {
            notes.add(format(
                    "%.1f %% of the requests left more than %s ms late: too few connections, or no core was free",
                    100 * share(result.late()), lateAfter()));
        }
        if (share(result.clumped()) > 0.02) {
            notes.add(format(
                    "%.1f %% of the requests left together with another, which flatters a server that batches",
                    100 * share(result.clumped())));
        }
        if (result.clamped() > 0) {
            notes.add(result.clamped() + " times were above a minute and are shown as one");
        }
        if (result.due() == 0) {
            notes.add("no request was due: the measured time is shorter than the gap between two");
        }
        return notes;
    }

    private String lateAfter() {
        return number(Math.round(spec.lateAfter().toNanos() / 1e4) / 1e2);
    }

    private double share(long count) {
        return result.sent() == 0 ? 0 : count / (double) result.sent();
    }

    String text() {
        StringBuilder out = new StringBuilder();
        line(out, "target", url);
        line(
                out,
                "load",
                format(
                        "%s/s for %s on %d connections, %s warm-up, %s",
                        number(spec.rate()),
                        DurationConverter.text(spec.duration()),
                        spec.connections(),
                        DurationConverter.text(spec.settle()),
                        transport));
        line(
                out,
                "requests",
                format(
                        "due %d, sent %d, answered inside the window %d",
                        result.due(), result.sent(), result.completed()));
        line(out, "rate", format("asked %.1f/s, achieved %.1f/s", spec.rate(), result.achievedRate()));
        line(out, "errors", String.valueOf(result.errorCount()));
        new TreeMap<>(result.errors())
                .forEach((kind, count) -> line(
                        out,
                        "",
                        count + " x " + kind + ", first: "
                                + result.firstMessages().getOrDefault(kind, "-")));
        line(out, "dropped", result.dropped() + " (no connection came free within the timeout)");
        line(
                out,
                "late",
                format("%d, %.2f %% (sent > %s ms after due)", result.late(), 100 * share(result.late()), lateAfter()));
        line(
                out,
                "clumped",
                format("%d, %.2f %% (sent with another)", result.clumped(), 100 * share(result.clumped())));
        if (generatorNanos > 0 && result.completed() > 0) {
            line(
                    out,
                    "generator",
                    format("%.0f us of CPU per request, its own", generatorNanos / 1e3 / result.completed()));
        }
        out.append(format("%n%-9s %12s %12s %12s%n", "ms", "response", "service", "lateness"));
        for (double quantile : QUANTILES) {
            row(out, number(quantile) + " %", quantile);
        }
        row(out, "max", 100);
        out.append(System.lineSeparator());
        notes().forEach(note -> out.append("note: ").append(note).append(System.lineSeparator()));
        return out.toString();
    }

    private void row(StringBuilder out, String name, double quantile) {
        out.append(format(
                "%-9s %12s %12s %12s%n",
                name,
                cell(result.response(), quantile),
                cell(result.service(), quantile),
                cell(result.lateness(), quantile)));
    }

    private static String cell(Histogram histogram, double quantile) {
        return histogram.getTotalCount() == 0 ? "-" : format("%.3f", value(histogram, quantile) / 1e6);
    }

    private static long value(Histogram histogram, double quantile) {
        return quantile >= 100 ? histogram.getMaxValue() : histogram.getValueAtPercentile(quantile);
    }

    private static void line(StringBuilder out, String name, String text) {
        out.append(format("%-10s %s%n", name, text));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("url", url);
        all.put("transport", transport);
        all.put("connections", spec.connections());
        all.put("windowNanos", result.windowEndNanos() - result.windowStartNanos());
        all.put("rateAsked", spec.rate());
        all.put("rateAchieved", result.achievedRate());
        all.put("due", result.due());
        all.put("sent", result.sent());
        all.put("completed", result.completed());
        all.put("errors", new TreeMap<>(result.errors()));
        all.put("firstMessages", new TreeMap<>(result.firstMessages()));
        all.put("dropped", result.dropped());
        all.put("late", result.late());
        all.put("clumped", result.clumped());
        all.put("clamped", result.clamped());
        all.put("warmupErrors", result.settleErrors());
        all.put("generatorCpuNanos", generatorNanos);
        all.put("responseNanos", quantiles(result.response()));
        all.put("serviceNanos", quantiles(result.service()));
        all.put("latenessNanos", quantiles(result.lateness()));
        all.put("notes", notes());
        return toJson(all);
    }

    private static Map<String, Object> quantiles(Histogram histogram) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("count", histogram.getTotalCount());
        if (histogram.getTotalCount() > 0) {
            for (double quantile : QUANTILES) {
                values.put("p" + number(quantile), value(histogram, quantile));
            }
            values.put("max", histogram.getMaxValue());
            values.put("mean", Math.round(histogram.getMean()));
        }
        return values;
    }

    static String toJson(Object value) {
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value)
                    + System.lineSeparator();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
