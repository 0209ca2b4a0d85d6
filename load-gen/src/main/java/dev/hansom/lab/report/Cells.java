package dev.hansom.lab.report;

import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.run.PassRecord;
import dev.hansom.lab.run.Validity;
import dev.hansom.lab.run.VoidReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The passes of a run by round and variant. The pass that counts is the last attempt: a valid pass is never run again.
 * Whether it is void is decided anew from the raw readings.
 */
final class Cells {

    /** Round to variant id to the pass that counts. */
    private final Map<Integer, Map<String, Cell>> cells = new TreeMap<>();

    private final List<PassRecord> passes;
    private final Map<Integer, List<VoidReason>> reasons = new TreeMap<>();

    /** A pass that counts, and why it should not. */
    record Cell(PassRecord pass, List<VoidReason> reasons) {
        boolean isVoid() {
            return !reasons.isEmpty();
        }
    }

    private Cells(List<PassRecord> passes) {
        this.passes = passes;
    }

    static Cells of(Recipe recipe, List<PassRecord> passes) {
        Cells cells = new Cells(List.copyOf(passes));
        recipe.measuredByGroup().forEach((group, variants) -> {
            for (int round = 1; round <= recipe.rounds(); round++) {
                cells.add(round, recipe.baselineOf(group), variants);
            }
        });
        return cells;
    }

    private void add(int round, Variant baseline, List<Variant> variants) {
        List<String> ids = variants.stream().map(Variant::id).toList();
        List<PassRecord> block = passes.stream()
                .filter(p -> p.round() == round && ids.contains(p.variant()))
                .toList();
        int attempts = block.stream().mapToInt(PassRecord::attempt).max().orElse(0);
        for (int attempt = 1; attempt <= attempts; attempt++) {
            Map<String, PassRecord> latest = new LinkedHashMap<>();
            for (PassRecord pass : block) {
                if (pass.attempt() <= attempt) {
                    latest.put(pass.variant(), pass);
                }
            }
            Map<Integer, VoidReason> pairs = Validity.pairs(List.copyOf(latest.values()), baseline);
            boolean last = attempt == attempts;
            for (PassRecord pass : latest.values()) {
                List<VoidReason> all = new ArrayList<>(Validity.own(pass));
                VoidReason pair = pairs.get(pass.number());
                if (pair != null) {
                    all.add(pair);
                }
                // An attempt that another followed was void then, against the passes of its time.
                boolean followed = block.stream()
                        .anyMatch(p -> p.variant().equals(pass.variant()) && p.attempt() > pass.attempt());
                if (last || followed) {
                    reasons.put(pass.number(), all);
                }
            }
        }
        for (PassRecord pass : block) {
            cells.computeIfAbsent(round, r -> new LinkedHashMap<>())
                    .put(pass.variant(), new Cell(pass, reasons.getOrDefault(pass.number(), List.of())));
        }
    }

    /** The pass that counts; empty where the run did not come that far. */
    Optional<Cell> cell(int round, String variant) {
        return Optional.ofNullable(cells.getOrDefault(round, Map.of()).get(variant));
    }

    /** Rounds in which all of these variants were measured. */
    List<Integer> rounds(String... variants) {
        return cells.keySet().stream()
                .filter(round ->
                        List.of(variants).stream().allMatch(v -> cell(round, v).isPresent()))
                .toList();
    }

    /** Those of the rounds in which none of these variants is void. */
    List<Integer> validRounds(String... variants) {
        return rounds(variants).stream()
                .filter(round -> List.of(variants).stream()
                        .allMatch(v -> cell(round, v).filter(c -> !c.isVoid()).isPresent()))
                .toList();
    }

    List<PassRecord> passesOf(String variant) {
        return passes.stream().filter(p -> p.variant().equals(variant)).toList();
    }

    List<PassRecord> passes() {
        return passes;
    }

    /** Why a pass is void, with its pair looked at; empty where it is not. */
    List<VoidReason> reasons(PassRecord pass) {
        return reasons.getOrDefault(pass.number(), List.of());
    }

    /** How many passes count. */
    int size() {
        return cells.values().stream().mapToInt(Map::size).sum();
    }

    /** Those of them that are void. */
    List<Cell> voidCells() {
        return cells.values().stream()
                .flatMap(round -> round.values().stream())
                .filter(Cell::isVoid)
                .toList();
    }
}
