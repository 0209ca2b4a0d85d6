package dev.hansom.lab.run;

import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.Recipe.Restart;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.stack.StackSpec;
import dev.hansom.lab.stack.StackSpec.ApiReset;
import dev.hansom.lab.stats.WilliamsDesign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run does and in which order, before anything has started. In each round every baseline group has a block in which
 * its variants follow each other in the order of a Williams square; the groups take turns at being first.
 *
 * @param recipe with the overrides applied
 * @param rounds their blocks
 */
public record Plan(Recipe recipe, List<List<Block>> rounds) {

    /** What a pass takes beside its load: switching, opening connections, waiting for the last answers. */
    static final Duration PASS_OVERHEAD = Duration.ofMillis(250);

    /** What starting a stack takes, about. */
    static final Duration STACK_START = Duration.ofSeconds(8);

    /** What PostgreSQL takes at the start and the report at the end, about. */
    static final Duration FRAME = Duration.ofSeconds(12);

    /**
     * Variants of one baseline group, in the order of running.
     *
     * @param group its name
     * @param order the variants, the control among them
     */
    public record Block(String group, List<Variant> order) {

        Set<StackSpec> stacks() {
            Set<StackSpec> specs = new LinkedHashSet<>();
            order.forEach(variant -> specs.add(variant.stack()));
            return specs;
        }
    }

    /** The plan of a recipe; the same for the same recipe. */
    public static Plan of(Recipe recipe) {
        Map<String, List<Variant>> groups = recipe.measuredByGroup();
        List<String> names = recipe.groups();
        List<List<Block>> rounds = new ArrayList<>();
        for (int round = 0; round < recipe.rounds(); round++) {
            List<Block> blocks = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                int turn = (i + round) % names.size();
                List<Variant> variants = groups.getOrDefault(names.get(turn), List.of());
                blocks.add(new Block(
                        names.get(turn),
                        WilliamsDesign.row(variants.size(), round, turn).stream()
                                .map(variants::get)
                                .toList()));
            }
            rounds.add(List.copyOf(blocks));
        }
        return new Plan(recipe, List.copyOf(rounds));
    }

    /** Passes without re-runs. */
    public int passes() {
        return recipe.measured().size() * recipe.rounds();
    }

    /** Different stacks the variants need. */
    public Set<StackSpec> stacks() {
        Set<StackSpec> specs = new LinkedHashSet<>();
        rounds.get(0).forEach(block -> specs.addAll(block.stacks()));
        return specs;
    }

    /** The resets by the API that a stack is measured with, in the recipe's order. */
    List<ApiReset> resets(StackSpec spec) {
        return recipe.measured().stream()
                .filter(variant -> variant.stack().equals(spec))
                .map(Variant::apiReset)
                .distinct()
                .toList();
    }

    /** How often a stack is started and warmed up. */
    public int starts() {
        return recipe.restart() == Restart.RUN
                ? stacks().size()
                : rounds.stream()
                        .flatMap(List::stream)
                        .mapToInt(block -> block.stacks().size())
                        .sum();
    }

    /** What one pass takes. */
    public Duration pass() {
        return recipe.load().settle().plus(recipe.load().slice()).plus(PASS_OVERHEAD);
    }

    /** What starting, warming up and an idle look at one stack take, about. */
    public Duration start() {
        return STACK_START.plus(recipe.load().warmUp().total()).plus(IdleMeter.WINDOW);
    }

    /** What the run takes, about, re-runs of void passes not counted. */
    public Duration expected() {
        return FRAME.plus(pass().multipliedBy(passes())).plus(start().multipliedBy(starts()));
    }
}
