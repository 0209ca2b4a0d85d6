package dev.hansom.lab.report;

import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.RecipeWriter;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.report.Summary.Change;
import dev.hansom.lab.report.Summary.Latency;
import dev.hansom.lab.report.Summary.Parses;
import dev.hansom.lab.report.Summary.StatementsPerRequest;
import dev.hansom.lab.report.Summary.VariantSummary;
import dev.hansom.lab.run.HistogramText;
import dev.hansom.lab.run.LoadCounts;
import dev.hansom.lab.run.PassRecord;
import dev.hansom.lab.run.PoolerMeters;
import dev.hansom.lab.run.StatementTally;
import dev.hansom.lab.run.Words;
import dev.hansom.lab.stats.PairedChange;
import dev.hansom.lab.stats.Quantiles;
import dev.hansom.lab.stats.SignedRank;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Computes one variant's figures. They are of the rounds in which neither its pass nor its baseline's is void where these are
 * enough for an interval, and otherwise of all rounds, which is then said. Pure.
 */
final class VariantFigures {

    static final int ENOUGH = SignedRank.smallestSample(PairedChange.CONFIDENCE);

    private final Recipe recipe;
    private final Cells cells;
    private final Variant variant;
    private final Variant baseline;
    private final Map<String, Double> idle;
    private final List<Integer> rounds;
    private final List<PassRecord> used;

    /** @param idle what the variant's stack costs without load, microseconds a second by group; empty where unknown */
    VariantFigures(Recipe recipe, Cells cells, Variant variant, Map<String, Double> idle) {
        this.idle = idle;
        this.recipe = recipe;
        this.cells = cells;
        this.variant = variant;
        this.baseline = recipe.baselineOf(variant.group());
        String[] pair = variant.baseline() ? new String[] {variant.id()} : new String[] {variant.id(), baseline.id()};
        List<Integer> valid = cells.validRounds(pair);
        this.rounds = valid.size() >= ENOUGH ? valid : cells.rounds(pair);
        this.used = passes(variant.id());
    }

    VariantSummary summary() {
        List<PassRecord> all = cells.passesOf(variant.id());
        Map<String, Double> cpu = new LinkedHashMap<>();
        Map<String, Change> changes = new LinkedHashMap<>();
        for (String group : PassRecord.GROUPS) {
            double[] own = micros(used, group);
            if (own.length > 0 && own.length == used.size()) {
                cpu.put(group, Quantiles.median(own));
                change(own, micros(passes(baseline.id()), group)).ifPresent(change -> changes.put(group, change));
            }
        }
        Optional<Change> change = Optional.ofNullable(changes.get(PassRecord.STACK));
        return new VariantSummary(
                variant.id(),
                variant.label(),
                variant.group(),
                variant.baseline(),
                variant.isControl(),
                RecipeWriter.settings(variant),
                rounds.size(),
                (int) rounds.stream().filter(this::isVoid).count(),
                cpu,
                net(cpu),
                change,
                reason(change),
                changes,
                parses(),
                statements(),
                latency(LoadCounts::response),
                latency(LoadCounts::service),
                rate(),
                errors(all),
                all.size(),
                (int) all.stream().filter(p -> !cells.reasons(p).isEmpty()).count(),
                Optional.ofNullable(recipe.figures().get(variant.id())));
    }

    private Map<String, Double> net(Map<String, Double> gross) {
        Map<String, Double> net = new LinkedHashMap<>();
        gross.forEach((group, micros) -> {
            if (idle.containsKey(group)) {
                net.put(group, micros - idle.get(group) / recipe.load().rate());
            }
        });
        return net;
    }

    private boolean isVoid(int round) {
        return List.of(variant.id(), baseline.id()).stream()
                .anyMatch(id -> cells.cell(round, id).filter(Cells.Cell::isVoid).isPresent());
    }

    private List<PassRecord> passes(String id) {
        return rounds.stream()
                .flatMap(round -> cells.cell(round, id).stream())
                .map(Cells.Cell::pass)
                .toList();
    }

    private static double[] micros(List<PassRecord> passes, String group) {
        return passes.stream()
                .flatMap(pass -> pass.microsPerRequest(group).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private Optional<Change> change(double[] own, double[] base) {
        if (variant.baseline() || own.length != base.length || !positive(own) || !positive(base)) {
            return Optional.empty();
        }
        PairedChange change = PairedChange.of(own, base);
        return Optional.of(new Change(
                change.rounds(),
                change.median(),
                change.hodgesLehmann(),
                change.interval().map(SignedRank.Interval::low),
                change.interval().map(SignedRank.Interval::high),
                change.interval().map(SignedRank.Interval::confidence)));
    }

    /** A group may take less CPU than its source can tell; no ratio says anything then. */
    private static boolean positive(double[] values) {
        for (double value : values) {
            if (value <= 0) {
                return false;
            }
        }
        return true;
    }

    private Optional<String> reason(Optional<Change> change) {
        if (variant.baseline()) {
            return Optional.of("it is the baseline");
        }
        if (rounds.isEmpty()) {
            return Optional.of("not measured in any round together with its baseline");
        }
        if (change.isEmpty()) {
            return Optional.of("no request was answered in some round");
        }
        return change.get().low().isPresent()
                ? Optional.empty()
                : Optional.of(Words.rounds(rounds.size()) + " cannot give an interval of 95 %: that takes at least "
                        + ENOUGH);
    }

    private Optional<Parses> parses() {
        if (used.stream().allMatch(pass -> pass.pooler().isEmpty())) {
            return Optional.empty();
        }
        long from = sum(PoolerMeters.CLIENT_PARSES);
        long to = sum(PoolerMeters.SERVER_PARSES);
        return Optional.of(new Parses(from, to, from == 0 ? Optional.empty() : Optional.of(to / (double) from)));
    }

    private long sum(String meter) {
        return Math.round(used.stream()
                .mapToDouble(pass -> pass.pooler().getOrDefault(meter, 0.0))
                .sum());
    }

    private Optional<StatementsPerRequest> statements() {
        double requests = used.stream().mapToLong(PassRecord::requests).sum();
        if (requests == 0 || !used.stream().allMatch(pass -> pass.statements().known())) {
            return Optional.empty();
        }
        List<StatementTally> tallies = used.stream().map(PassRecord::statements).toList();
        return Optional.of(new StatementsPerRequest(
                tallies.get(0).source(),
                tallies.stream().mapToLong(StatementTally::queries).sum() / requests,
                tallies.stream().mapToLong(StatementTally::transactionControl).sum() / requests,
                tallies.stream().mapToLong(StatementTally::resets).sum() / requests));
    }

    private Optional<Latency> latency(Function<LoadCounts, String> which) {
        Histogram all = new Histogram(3);
        used.forEach(pass -> all.add(HistogramText.decode(which.apply(pass.load()))));
        if (all.getTotalCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Latency(
                all.getValueAtPercentile(50) / 1e3,
                all.getValueAtPercentile(90) / 1e3,
                all.getValueAtPercentile(99) / 1e3,
                all.getValueAtPercentile(99.9) / 1e3,
                all.getMaxValue() / 1e3));
    }

    private Optional<Double> rate() {
        double nanos =
                used.stream().mapToLong(pass -> pass.load().windowNanos()).sum();
        long completed =
                used.stream().mapToLong(pass -> pass.load().completed()).sum();
        return nanos == 0 ? Optional.empty() : Optional.of(completed * 1e9 / nanos);
    }

    private static Map<String, Long> errors(List<PassRecord> passes) {
        Map<String, Long> errors = new TreeMap<>();
        for (PassRecord pass : passes) {
            pass.load().errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
            count(errors, "no free connection", pass.load().dropped());
            count(errors, "before the window", pass.load().settleErrors());
        }
        return errors;
    }

    private static void count(Map<String, Long> errors, String kind, long count) {
        if (count > 0) {
            errors.merge(kind, count, Long::sum);
        }
    }
}
