package dev.hansom.lab.run;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Carries a {@link Plan} out, from an empty run directory to its last pass. Runs on the thread that calls {@link #run};
 * interrupting it ends the run, and what was measured is kept.
 */
public final class Runner {

    private final Plan plan;
    private final BenchOpener benches;
    private final RunDirectory directory;
    private final Map<String, Object> environment;
    private final Progress progress;
    private final BooleanSupplier stopping;
    private final Clock clock;
    private final Rounds.Pauser pauser;

    /** Opens a bench, which takes as long as PostgreSQL takes to start. */
    public interface BenchOpener {

        /** @param runDirectory where logs go */
        Bench open(Path runDirectory);
    }

    /**
     * A runner in real time.
     *
     * @param environment machine and versions, for the record
     * @param stopping true once somebody has asked for the end: what fails from then on fails because of that
     */
    public Runner(
            Plan plan,
            BenchOpener benches,
            RunDirectory directory,
            Map<String, Object> environment,
            Progress progress,
            BooleanSupplier stopping) {
        this(
                plan,
                benches,
                directory,
                environment,
                progress,
                stopping,
                Clock.systemUTC(),
                pause -> Thread.sleep(pause.toMillis()));
    }

    Runner(
            Plan plan,
            BenchOpener benches,
            RunDirectory directory,
            Map<String, Object> environment,
            Progress progress,
            BooleanSupplier stopping,
            Clock clock,
            Rounds.Pauser pauser) {
        this.plan = plan;
        this.benches = benches;
        this.directory = directory;
        this.environment = new LinkedHashMap<>(environment);
        this.progress = progress;
        this.stopping = stopping;
        this.clock = clock;
        this.pauser = pauser;
    }

    /**
     * Runs to the end.
     *
     * @throws RuntimeException where something failed that the run cannot do without; its message is for whoever typed the
     *     command
     * @throws InterruptedException where the thread was interrupted, or somebody asked for the end
     */
    public void run() throws InterruptedException {
        Instant begin = clock.instant();
        environment.put("startedAt", begin.toString());
        directory.environment(environment);
        event(
                "started",
                Map.of(
                        "passes",
                        plan.passes(),
                        "expectedSeconds",
                        plan.expected().toSeconds()));
        progress.planned(plan);
        try {
            progress.doing("starting PostgreSQL", plan.expected());
            try (Bench bench = benches.open(directory.path())) {
                environment.putAll(bench.versions());
                directory.environment(environment);
                new Rounds(plan, bench, directory, environment, progress, clock, pauser, begin).run();
            }
            event("finished", Map.of());
        } catch (InterruptedException e) {
            event("interrupted", Map.of());
            throw e;
        } catch (RuntimeException e) {
            if (stopping.getAsBoolean()) {
                event("interrupted", Map.of());
                InterruptedException interrupted = new InterruptedException();
                interrupted.initCause(e);
                throw interrupted;
            }
            event("failed", Map.of("message", String.valueOf(e.getMessage())));
            throw e;
        }
    }

    private void event(String kind, Map<String, ?> details) {
        directory.event(clock.instant(), kind, details);
    }
}
