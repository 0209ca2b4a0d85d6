package dev.hansom.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.report.Summary.Group;
import dev.hansom.lab.report.Summary.State;
import dev.hansom.lab.report.Summary.StatementsPerRequest;
import dev.hansom.lab.report.Summary.VariantSummary;
import dev.hansom.lab.report.Summary.Verdict;
import dev.hansom.lab.report.Summary.VoidPass;
import dev.hansom.lab.report.Summary.WarmUps;
import dev.hansom.lab.run.PassRecord;
import dev.hansom.lab.run.RunDirectory;
import dev.hansom.lab.run.VoidReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Computes a run's summary from the raw files in its directory and from nothing else. */
public final class SummaryBuilder {

    /** More void passes than this, after the re-runs, and the measurement is invalid. */
    static final double VOID_LIMIT = 0.2;

    /** Statements a request may differ by this much between variants of a group. */
    static final double WORK_LIMIT = 0.01;

    private final Recipe recipe;
    private final Cells cells;

    private SummaryBuilder(Recipe recipe, Cells cells) {
        this.recipe = recipe;
        this.cells = cells;
    }

    /**
     * The summary of a run directory, of one that was broken off too.
     *
     * @throws dev.hansom.lab.run.RunException where it is no run directory
     */
    public static Summary from(Path runDirectory) {
        RunDirectory directory = RunDirectory.open(runDirectory);
        Recipe recipe = directory.recipe();
        SummaryBuilder builder = new SummaryBuilder(recipe, Cells.of(recipe, directory.passes()));
        return builder.build(directory.events(), directory.environment());
    }

    private Summary build(List<JsonNode> events, Optional<JsonNode> environment) {
        List<VariantSummary> variants = recipe.measured().stream()
                .map(variant ->
                        new VariantFigures(recipe, cells, variant, IdleCost.of(variant.stack(), events)).summary())
                .toList();
        List<Group> groups = recipe.groups().stream()
                .map(group -> group(recipe.baselineOf(group), variants))
                .toList();
        State state = State.UNFINISHED;
        String message = "";
        for (JsonNode event : events) {
            switch (event.path("event").asText()) {
                case "finished" -> state = State.COMPLETE;
                case "interrupted" -> state = State.INTERRUPTED;
                case "failed" -> {
                    state = State.FAILED;
                    message = event.path("message").asText();
                }
                default -> {
                    // Says nothing about how the run ended.
                }
            }
        }
        return new Summary(
                Summary.SCHEMA,
                recipe.name(),
                recipe.question(),
                recipe.reference(),
                state,
                message,
                recipe.rounds(),
                recipe.load().rate(),
                cells.passes().size(),
                verdict(groups, variants),
                warmUps(events),
                groups,
                variants,
                voidPasses(),
                environment);
    }

    private static WarmUps warmUps(List<JsonNode> events) {
        List<JsonNode> ended = events.stream()
                .filter(event -> event.path("event").asText().equals("warm-up"))
                .toList();
        return new WarmUps(
                ended.size(),
                (int) ended.stream()
                        .filter(event -> event.path("settled").asBoolean())
                        .count(),
                ended.stream()
                        .filter(event -> event.has("jitShare"))
                        .map(event -> event.path("jitShare").asDouble())
                        .max(Double::compare));
    }

    private static Group group(Variant baseline, List<VariantSummary> variants) {
        String control = baseline.control().id();
        return new Group(
                baseline.group(),
                baseline.id(),
                control,
                byId(variants, control)
                        .change()
                        .flatMap(Summary.Change::excludesZero)
                        .map(excludes -> !excludes));
    }

    private Verdict verdict(List<Group> groups, List<VariantSummary> variants) {
        List<String> reasons = new ArrayList<>();
        if (variants.stream().noneMatch(v -> v.cpuMicros().containsKey(PassRecord.STACK))) {
            return new Verdict(false, List.of("nothing was measured"));
        }
        List<Cells.Cell> voids = cells.voidCells();
        if (voids.size() > VOID_LIMIT * cells.size()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%d of %d passes are void after re-runs, %.0f %% is the limit",
                    voids.size(),
                    cells.size(),
                    VOID_LIMIT * 100));
            Map<VoidReason.Rule, Long> rules = new TreeMap<>();
            voids.forEach(cell -> cell.reasons().stream()
                    .map(VoidReason::rule)
                    .distinct()
                    .forEach(rule -> rules.merge(rule, 1L, Long::sum)));
            rules.forEach((rule, count) -> reasons.add("in " + count + " of them " + rule.advice()));
        }
        for (Group group : groups) {
            if (group.containsZero().filter(contains -> !contains).isPresent()) {
                reasons.add("null control of group " + group.name()
                        + " failed: the baseline differs from itself by more than its interval, so the group's changes"
                        + " cannot be relied on: run again on a quiet machine");
            }
        }
        for (VariantSummary variant : variants) {
            VariantSummary base =
                    byId(variants, recipe.baselineOf(variant.group()).id());
            unequalWork(variant, base).ifPresent(reasons::add);
        }
        return new Verdict(reasons.isEmpty(), reasons);
    }

    private static Optional<String> unequalWork(VariantSummary variant, VariantSummary base) {
        Optional<Double> own = variant.statements().map(StatementsPerRequest::queries);
        Optional<Double> wanted = base.statements().map(StatementsPerRequest::queries);
        return own.flatMap(o -> wanted.filter(w -> Math.abs(o - w) > WORK_LIMIT * w)
                .map(w -> String.format(
                        Locale.ROOT,
                        "unequal work: %s ran %.3f queries a request, its baseline %.3f",
                        variant.id(),
                        o,
                        w)));
    }

    private List<VoidPass> voidPasses() {
        List<VoidPass> found = new ArrayList<>();
        for (PassRecord pass : cells.passes()) {
            List<VoidReason> reasons = cells.reasons(pass);
            if (!reasons.isEmpty()) {
                found.add(new VoidPass(
                        pass.number(),
                        pass.round(),
                        pass.attempt(),
                        pass.variant(),
                        reasons.stream()
                                .map(r -> r.rule().name().toLowerCase(Locale.ROOT))
                                .distinct()
                                .toList(),
                        reasons.stream().map(VoidReason::message).toList()));
            }
        }
        return found;
    }

    private static VariantSummary byId(List<VariantSummary> variants, String id) {
        return variants.stream().filter(v -> v.id().equals(id)).findFirst().orElseThrow();
    }
}
