package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuReadException;
import dev.hansom.lab.load.LoadHooks;
import dev.hansom.lab.load.LoadResult;
import dev.hansom.lab.recipe.RecipeLoad;
import dev.hansom.lab.stack.RunningStack;
import dev.hansom.lab.stack.StackSpec.ApiReset;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Brings a stack that has just started to the state its passes are measured in: cycles of load and pause, each with another
 * of the resets it will be measured with, until its JIT compilers have fallen silent or the recipe's most cycles are over.
 */
public final class StackWarmUp {

    /** Of a cycle's time, that compilers may use in a stack that is warm. */
    public static final double JIT_LIMIT = 0.01;

    private final Bench bench;
    private final RecipeLoad load;
    private final Rounds.Pauser pauser;

    /**
     * How it ended.
     *
     * @param cycles that were run
     * @param jitShare CPU time of the JIT compilers in the last cycle as a fraction of its time; empty where it is unknown
     */
    record Outcome(int cycles, Optional<Double> jitShare) {

        /** Whether compilers are known to be silent. */
        boolean settled() {
            return jitShare.filter(share -> share <= JIT_LIMIT).isPresent();
        }
    }

    StackWarmUp(Bench bench, RecipeLoad load, Rounds.Pauser pauser) {
        this.bench = bench;
        this.load = load;
        this.pauser = pauser;
    }

    /**
     * @param resets that the stack will be measured with, at least one
     * @param onCycle hears the number of each cycle before it, from 1
     * @throws RunException where the stack answers nothing
     */
    Outcome run(RunningStack stack, List<ApiReset> resets, IntConsumer onCycle) throws InterruptedException {
        RecipeLoad.WarmUp plan = load.warmUp();
        Outcome outcome = new Outcome(0, Optional.empty());
        while (outcome.cycles() < plan.cycles() || (outcome.cycles() < plan.maxCycles() && stillCompiling(outcome))) {
            int cycle = outcome.cycles() + 1;
            onCycle.accept(cycle);
            stack.apiReset(resets.get((cycle - 1) % resets.size()));
            Optional<Duration> before = compilers(stack);
            LoadResult result = bench.load(load.warmUp(stack.api()), LoadHooks.NONE);
            if (result.completed() == 0) {
                throw new RunException(
                        Words.of(stack.spec()) + " answered no request of the warm-up; errors: " + result.errors()
                                + "; see the logs in the run directory",
                        null);
            }
            pauser.pause(plan.pause());
            // After the pause: what the load has left in the compilers' queue is compiled there.
            outcome = new Outcome(cycle, before.flatMap(b -> compilers(stack).map(after -> share(after.minus(b)))));
        }
        return outcome;
    }

    private static boolean stillCompiling(Outcome outcome) {
        return outcome.jitShare().isPresent() && !outcome.settled();
    }

    private double share(Duration compiling) {
        RecipeLoad.WarmUp plan = load.warmUp();
        return compiling.toNanos() / (double) plan.load().plus(plan.pause()).toNanos();
    }

    private static Optional<Duration> compilers(RunningStack stack) {
        try {
            return Optional.of(stack.compilerTime());
        } catch (CpuReadException e) {
            // No /proc, or a JVM whose compilers have other names: the cycles of the recipe have to do.
            return Optional.empty();
        }
    }
}
