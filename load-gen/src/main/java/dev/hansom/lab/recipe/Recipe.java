package dev.hansom.lab.recipe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An experiment: a question, a load, and the variants whose cost answers it.
 *
 * @param name as on the command line
 * @param question in a sentence or two
 * @param reference where somebody else's figures come from; empty without any
 * @param figures those figures by variant id, as printed there
 * @param load what the variants are put under
 * @param rounds in each of which every variant is measured once
 * @param restart when processes are started anew
 * @param budget void passes are re-run only while the whole run is expected to end within it; empty for no such limit
 * @param variants without the controls, see {@link #measured()}; each group has exactly one baseline
 */
public record Recipe(
        String name,
        String question,
        String reference,
        Map<String, String> figures,
        RecipeLoad load,
        int rounds,
        Restart restart,
        Optional<Duration> budget,
        List<Variant> variants) {

    public Recipe {
        figures = Map.copyOf(figures);
        variants = List.copyOf(variants);
    }

    /** When processes are started anew. */
    public enum Restart {
        /** Before each round of each group: a process is the unit of repetition. */
        ROUND,
        /** Once for the whole run: quick, but the rounds share whatever the one start happened to be like. */
        RUN
    }

    /** Groups in the recipe's order. */
    public List<String> groups() {
        return variants.stream().map(Variant::group).distinct().toList();
    }

    /** What is measured in each round: all variants, each baseline followed by its control. */
    public List<Variant> measured() {
        List<Variant> all = new ArrayList<>();
        for (Variant variant : variants) {
            all.add(variant);
            if (variant.baseline()) {
                all.add(variant.control());
            }
        }
        return List.copyOf(all);
    }

    /** Measured variants by group, in the recipe's order. */
    public Map<String, List<Variant>> measuredByGroup() {
        return measured().stream()
                .collect(Collectors.groupingBy(Variant::group, LinkedHashMap::new, Collectors.toList()));
    }

    /** The baseline of a group. */
    public Variant baselineOf(String group) {
        return variants.stream()
                .filter(v -> v.baseline() && v.group().equals(group))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no baseline in group " + group));
    }

    /** With another number of rounds. */
    public Recipe withRounds(int newRounds) {
        return new Recipe(name, question, reference, figures, load, newRounds, restart, budget, variants);
    }

    /** With another rate. */
    public Recipe withRate(double rate) {
        return new Recipe(name, question, reference, figures, load.withRate(rate), rounds, restart, budget, variants);
    }

    /**
     * With these variants only, and the baselines they are compared with.
     *
     * @throws RecipeException where an id is unknown; lists the known ones
     */
    public Recipe only(List<String> ids) {
        Set<String> known = variants.stream().map(Variant::id).collect(Collectors.toCollection(LinkedHashSet::new));
        for (String id : ids) {
            if (!known.contains(id)) {
                throw new RecipeException(
                        "recipe " + name + " has no variant '" + id + "'; it has: " + String.join(", ", known));
            }
        }
        Set<String> groups = variants.stream()
                .filter(v -> ids.contains(v.id()))
                .map(Variant::group)
                .collect(Collectors.toSet());
        List<Variant> kept = variants.stream()
                .filter(v -> ids.contains(v.id()) || (v.baseline() && groups.contains(v.group())))
                .toList();
        Set<String> keptIds = kept.stream().map(Variant::id).collect(Collectors.toSet());
        Map<String, String> keptFigures = new LinkedHashMap<>(figures);
        keptFigures.keySet().retainAll(keptIds);
        return new Recipe(name, question, reference, keptFigures, load, rounds, restart, budget, kept);
    }
}
