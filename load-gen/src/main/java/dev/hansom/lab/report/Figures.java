package dev.hansom.lab.report;

import dev.hansom.lab.report.Summary.Change;
import dev.hansom.lab.report.Summary.Latency;
import dev.hansom.lab.report.Summary.VariantSummary;
import dev.hansom.lab.run.PassRecord;
import dev.hansom.lab.run.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The rows of the result table, as text for the terminal and for Markdown alike. Pure. */
final class Figures {

    static final String VOID_MARK = "*";

    private static final String NONE = "-";

    private Figures() {}

    /** Column titles; reference figures only where the recipe has some. */
    static List<String> titles(boolean references) {
        List<String> titles = new ArrayList<>(List.of(
                "variant",
                "api",
                "pooler",
                "postgres",
                "stack",
                "change",
                "95 % interval",
                "Parse",
                "p50",
                "p99",
                "req/s"));
        if (references) {
            titles.add("reference");
        }
        return titles;
    }

    /** One row a variant. */
    static List<List<String>> rows(List<VariantSummary> variants, boolean references) {
        List<List<String>> rows = new ArrayList<>();
        for (VariantSummary variant : variants) {
            List<String> row = new ArrayList<>();
            row.add(variant.label() + (variant.voidRounds() > 0 ? " " + VOID_MARK : ""));
            PassRecord.GROUPS.forEach(group -> row.add(micros(variant.cpuMicros(), group)));
            row.add(
                    variant.baseline()
                            ? "baseline"
                            : variant.change().map(c -> percent(c.median())).orElse(NONE));
            row.add(variant.change().map(Figures::interval).orElse(NONE));
            row.add(variant.parse()
                    .flatMap(Summary.Parses::share)
                    .map(Figures::share)
                    .orElse(NONE));
            row.add(millis(variant.response(), Latency::p50));
            row.add(millis(variant.response(), Latency::p99));
            row.add(variant.rate()
                    .map(rate -> String.format(Locale.ROOT, "%.0f", rate))
                    .orElse(NONE));
            if (references) {
                row.add(variant.reference().orElse(""));
            }
            rows.add(row);
        }
        return rows;
    }

    static boolean anyReference(List<VariantSummary> variants) {
        return variants.stream().anyMatch(v -> v.reference().isPresent());
    }

    /** A signed percentage with a digit after the point. */
    static String percent(double fraction) {
        return String.format(Locale.ROOT, "%+.1f %%", fraction * 100);
    }

    /** Whole microseconds of a group. */
    static String micros(Map<String, Double> byGroup, String group) {
        return Optional.ofNullable(byGroup.get(group))
                .map(micros -> String.format(Locale.ROOT, "%.0f", micros))
                .orElse(NONE);
    }

    /** A share in whole percent. */
    static String share(double fraction) {
        return String.format(Locale.ROOT, "%.0f %%", fraction * 100);
    }

    /** An interval, or why there is none. */
    static String interval(Change change) {
        return change.low()
                .flatMap(low -> change.high().map(high -> percent(low) + " .. " + percent(high)))
                .orElse("none: " + Words.rounds(change.rounds()));
    }

    private static String millis(Optional<Latency> latency, ToDoubleFunction<Latency> which) {
        return latency.map(l -> String.format(Locale.ROOT, "%.2f", which.applyAsDouble(l) / 1e3))
                .orElse(NONE);
    }
}
