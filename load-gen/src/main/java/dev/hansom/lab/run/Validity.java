package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuAgreement;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.run.VoidReason.Rule;
import dev.hansom.lab.stats.Quantiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Decides which passes are void without looking at the CPU time they are about. Pure functions of raw readings. */
public final class Validity {

    static final double RATE_LIMIT = 0.01;
    static final double LATE_LIMIT = 0.01;
    static final double CLUMPED_LIMIT = 0.02;
    static final double BUSY_LIMIT = 0.80;
    static final double FOREIGN_LIMIT = 0.05;
    static final double STEAL_LIMIT = 0.005;
    static final double PRESSURE_LIMIT = 0.15;

    private Validity() {}

    /** Reasons that a pass gives by itself. */
    public static List<VoidReason> own(PassRecord pass) {
        List<VoidReason> reasons = new ArrayList<>();
        LoadCounts load = pass.load();
        if (Math.abs(load.achievedRate() - pass.rate()) > RATE_LIMIT * pass.rate()) {
            add(reasons, Rule.RATE, "%.1f requests/s, asked for %.1f", load.achievedRate(), pass.rate());
        }
        if (load.failures() > 0) {
            add(reasons, Rule.ERRORS, "%d of %d requests failed: %s", load.failures(), load.due(), kinds(load));
        }
        if (load.settleErrors() > 0) {
            add(
                    reasons,
                    Rule.ERRORS,
                    "%d requests of the settle time failed: %s",
                    load.settleErrors(),
                    load.messages());
        }
        limit(reasons, Rule.LATE, "late sends", perSent(load.late(), load), LATE_LIMIT);
        limit(reasons, Rule.CLUMPED, "clumped sends", perSent(load.clumped(), load), CLUMPED_LIMIT);
        limit(reasons, Rule.BUSY, "machine busy", pass.busyShare(), BUSY_LIMIT);
        limit(reasons, Rule.FOREIGN, "CPU of others", pass.foreignShare(), FOREIGN_LIMIT);
        limit(reasons, Rule.STEAL, "stolen CPU", pass.stealShare(), STEAL_LIMIT);
        for (CpuSpan span : pass.cpu()) {
            if (!CpuAgreement.of(span.start(), span.end()).holds()) {
                add(
                        reasons,
                        Rule.SOURCES,
                        "%s: %.1f ms by %s, %.1f ms by %s",
                        span.group(),
                        span.nanos() / 1e6,
                        span.end().source(),
                        span.checkNanos() / 1e6,
                        span.end().checkSource());
            }
        }
        return List.copyOf(reasons);
    }

    /**
     * Reasons that the passes of one round and one baseline group give each other: pressure that differs within a pair. It
     * voids the variant's pass, unless the baseline's differs from more than half of the others: then it is the baseline's.
     *
     * @param passes one a variant
     * @param baseline the group's
     * @return reasons by pass number; passes without any are left out
     */
    public static Map<Integer, VoidReason> pairs(List<PassRecord> passes, Variant baseline) {
        Optional<PassRecord> base =
                passes.stream().filter(p -> p.variant().equals(baseline.id())).findFirst();
        Optional<Double> level = base.flatMap(PassRecord::pressure);
        if (base.isEmpty() || level.isEmpty()) {
            return Map.of();
        }
        Map<Integer, VoidReason> found = new LinkedHashMap<>();
        int others = 0;
        for (PassRecord pass : passes) {
            if (pass.number() == base.get().number() || pass.pressure().isEmpty()) {
                continue;
            }
            others++;
            double own = pass.pressure().get();
            if (Math.abs(own - level.get()) > PRESSURE_LIMIT) {
                found.put(pass.number(), pressure(own, level.get(), "its baseline"));
            }
        }
        if (others > 1 && found.size() * 2 > others) {
            return Map.of(
                    base.get().number(), pressure(level.get(), median(passes, base.get()), "most of its variants"));
        }
        return found;
    }

    private static double median(List<PassRecord> passes, PassRecord base) {
        return Quantiles.median(passes.stream()
                .filter(p -> p.number() != base.number())
                .flatMap(p -> p.pressure().stream())
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    private static VoidReason pressure(double own, double other, String whose) {
        return new VoidReason(
                Rule.PRESSURE,
                String.format(Locale.ROOT, "CPU pressure %.0f %%, %s %.0f %%", own * 100, whose, other * 100));
    }

    private static void limit(List<VoidReason> reasons, Rule rule, String what, double share, double limit) {
        if (share > limit) {
            add(reasons, rule, "%s %.1f %%, limit %s %%", what, share * 100, percent(limit));
        }
    }

    private static void add(List<VoidReason> reasons, Rule rule, String format, Object... arguments) {
        reasons.add(new VoidReason(rule, String.format(Locale.ROOT, format, arguments)));
    }

    private static double perSent(long count, LoadCounts load) {
        return load.sent() == 0 ? 0 : count / (double) load.sent();
    }

    private static String percent(double limit) {
        double percent = limit * 100;
        return percent == Math.rint(percent) ? Long.toString(Math.round(percent)) : Double.toString(percent);
    }

    private static String kinds(LoadCounts load) {
        Map<String, Long> all = new LinkedHashMap<>(load.errors());
        if (load.dropped() > 0) {
            all.put("no free connection", load.dropped());
        }
        return all.toString().replaceAll("[{}]", "");
    }
}
