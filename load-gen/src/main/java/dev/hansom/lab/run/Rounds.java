package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuReadException;
import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.Recipe.Restart;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.run.Plan.Block;
import dev.hansom.lab.stack.RunningStack;
import dev.hansom.lab.stack.StackSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rounds of a {@link Plan} on a bench that is open: starts stacks, warms them up, measures, re-runs void passes, keeps
 * each pass in the run directory. Used by the runner's thread.
 */
final class Rounds {

    /** A void pass is run again at most this often. */
    static final int RERUNS = 2;

    private final Plan plan;
    private final Recipe recipe;
    private final Bench bench;
    private final RunDirectory directory;
    private final Progress progress;
    private final Clock clock;
    private final PassMeter meter;
    private final Pauser pauser;
    private final Map<String, Map<String, String>> settings = new TreeMap<>();
    private final Map<String, Object> environment;
    private final Instant begin;
    private int passesRun;
    private int plannedDone;
    private int startsDone;

    /** Waits between warm-up cycles. */
    interface Pauser {
        void pause(Duration duration) throws InterruptedException;
    }

    Rounds(
            Plan plan,
            Bench bench,
            RunDirectory directory,
            Map<String, Object> environment,
            Progress progress,
            Clock clock,
            Pauser pauser,
            Instant begin) {
        this.plan = plan;
        this.recipe = plan.recipe();
        this.bench = bench;
        this.directory = directory;
        this.environment = environment;
        this.progress = progress;
        this.clock = clock;
        this.meter = new PassMeter(bench, clock);
        this.pauser = pauser;
        this.begin = begin;
    }

    void run() throws InterruptedException {
        try (StackSet stacks = new StackSet(bench)) {
            for (int round = 1; round <= recipe.rounds(); round++) {
                round(round, stacks);
            }
        }
    }

    private void round(int round, StackSet stacks) throws InterruptedException {
        for (Block block : plan.rounds().get(round - 1)) {
            event(
                    "block",
                    Map.of(
                            "round", round,
                            "group", block.group(),
                            "order", block.order().stream().map(Variant::id).toList()));
            for (StackSpec spec : recipe.restart() == Restart.RUN ? plan.stacks() : block.stacks()) {
                if (!stacks.isUp(spec)) {
                    startAndWarmUp(spec, stacks);
                }
            }
            Map<String, PassRecord> latest = new LinkedHashMap<>();
            for (Variant variant : block.order()) {
                latest.put(variant.id(), pass(round, 1, variant, stacks));
                plannedDone++;
            }
            rerunVoid(round, block, latest, stacks);
            if (recipe.restart() == Restart.ROUND) {
                stacks.close();
            }
        }
    }

    private void rerunVoid(int round, Block block, Map<String, PassRecord> latest, StackSet stacks)
            throws InterruptedException {
        Variant baseline = recipe.baselineOf(block.group());
        for (int attempt = 2; attempt <= 1 + RERUNS; attempt++) {
            Map<Integer, VoidReason> pairs = Validity.pairs(List.copyOf(latest.values()), baseline);
            for (Variant variant : block.order()) {
                PassRecord pass = latest.get(variant.id());
                if (pass == null || (pass.voidReasons().isEmpty() && !pairs.containsKey(pass.number()))) {
                    continue;
                }
                if (!fitsBudget()) {
                    event("rerun-left-out", Map.of("pass", pass.number(), "reason", "no time within the budget"));
                    continue;
                }
                latest.put(variant.id(), pass(round, attempt, variant, stacks));
            }
        }
    }

    private boolean fitsBudget() {
        return recipe.budget()
                .map(budget -> Duration.between(begin, clock.instant())
                                .plus(left())
                                .plus(plan.pass())
                                .compareTo(budget)
                        <= 0)
                .orElse(true);
    }

    private void startAndWarmUp(StackSpec spec, StackSet stacks) throws InterruptedException {
        String what = Words.of(spec);
        progress.doing("starting " + what, left());
        Instant from = clock.instant();
        RunningStack stack = stacks.start(spec);
        event(
                "stack-up",
                Map.of(
                        "stack",
                        what,
                        "millis",
                        Duration.between(from, clock.instant()).toMillis()));
        if (settings.put(what, new TreeMap<>(stack.settings())) == null) {
            environment.put("settings", settings);
            directory.environment(environment);
        }
        StackWarmUp.Outcome warmUp = load(
                stack,
                () -> new StackWarmUp(bench, recipe.load(), pauser)
                        .run(
                                stack,
                                plan.resets(spec),
                                cycle -> progress.doing("warming up " + what + " (" + cycle + ")", left())));
        warmedUp(what, warmUp);
        progress.doing("measuring " + what + " without load", left());
        event(
                "idle",
                Map.of(
                        "stack",
                        what,
                        "microsPerSecond",
                        load(stack, () -> new IdleMeter(bench, pauser).measure(stack))));
        startsDone++;
    }

    private void warmedUp(String what, StackWarmUp.Outcome outcome) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("stack", what);
        details.put("cycles", outcome.cycles());
        outcome.jitShare().ifPresent(share -> details.put("jitShare", share));
        details.put("settled", outcome.settled());
        event("warm-up", details);
    }

    private PassRecord pass(int round, int attempt, Variant variant, StackSet stacks) throws InterruptedException {
        progress.passStarts(round, recipe.rounds(), variant, attempt, left());
        RunningStack stack = stacks.of(variant.stack());
        PassRecord pass = load(
                stack,
                () -> meter.measure(
                        passesRun + 1,
                        round,
                        attempt,
                        variant,
                        stack,
                        recipe.load().pass(stack.api())));
        passesRun++;
        directory.pass(pass);
        event(
                "pass",
                Map.of(
                        "pass", pass.number(),
                        "round", round,
                        "variant", variant.id(),
                        "attempt", attempt,
                        "void",
                                pass.voidReasons().stream()
                                        .map(VoidReason::message)
                                        .toList()));
        progress.passEnds(pass, variant, pass.voidReasons());
        return pass;
    }

    /** Runs a load and, whether it went wrong or not, prefers the message of a process that has died to any other. */
    private <T> T load(RunningStack stack, Load<T> load) throws InterruptedException {
        T result;
        try {
            result = load.run();
        } catch (CpuReadException | IllegalStateException | IllegalArgumentException e) {
            checkAlive(stack);
            throw new RunException("measuring failed: " + e.getMessage(), e);
        } catch (RunException e) {
            checkAlive(stack);
            throw e;
        }
        checkAlive(stack);
        return result;
    }

    private void checkAlive(RunningStack stack) {
        bench.checkAlive();
        stack.checkAlive();
    }

    private Duration left() {
        return plan.pass()
                .multipliedBy(Math.max(0, plan.passes() - plannedDone))
                .plus(plan.start().multipliedBy(Math.max(0, plan.starts() - startsDone)));
    }

    private void event(String kind, Map<String, ?> details) {
        directory.event(clock.instant(), kind, details);
    }

    private interface Load<T> {
        T run() throws InterruptedException;
    }
}
