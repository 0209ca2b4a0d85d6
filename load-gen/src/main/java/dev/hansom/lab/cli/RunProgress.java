package dev.hansom.lab.cli;

import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.run.PassRecord;
import dev.hansom.lab.run.Plan;
import dev.hansom.lab.run.Progress;
import dev.hansom.lab.run.VoidReason;
import dev.hansom.lab.run.Words;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows how a run goes on: the plan first; then on a terminal one line that counts down, written over each second by a thread
 * of its own, and elsewhere a line for each thing that happens. All state is guarded by this.
 */
final class RunProgress implements Progress, AutoCloseable {

    private static final long SECOND = 1_000_000_000L;

    private final Path runDirectory;
    private final PrintWriter out;
    private final boolean terminal = StatusLine.isTerminal(2);
    private final StatusLine status = StatusLine.onStandardError();
    private final Thread ticker = new Thread(this::tick, "lab-progress");
    private @Nullable String doing;
    private long endNanos;

    RunProgress(Path runDirectory, PrintWriter out) {
        this.runDirectory = runDirectory;
        this.out = out;
        ticker.setDaemon(true);
        if (terminal) {
            ticker.start();
        }
    }

    @Override
    public synchronized void planned(Plan plan) {
        out.println(plan.recipe().name() + ": " + plan.recipe().question());
        out.printf(
                Locale.ROOT,
                "plan: %d variants in %s, %d passes of %s s at %s requests/s, %d starts of a stack; about %s%n",
                plan.recipe().measured().size(),
                Words.rounds(plan.recipe().rounds()),
                plan.passes(),
                number(plan.recipe().load().slice().toNanos() / 1e9),
                number(plan.recipe().load().rate()),
                plan.starts(),
                Words.clock(plan.expected()));
        for (int round = 0; round < plan.rounds().size(); round++) {
            out.printf(
                    Locale.ROOT,
                    "  round %d: %s%n",
                    round + 1,
                    plan.rounds().get(round).stream()
                            .map(block ->
                                    block.order().stream().map(Variant::id).collect(Collectors.joining(" ")))
                            .collect(Collectors.joining(" | ")));
        }
        out.println("directory: " + runDirectory);
        out.flush();
    }

    @Override
    public synchronized void doing(String what, Duration left) {
        show(what, left);
        if (!terminal) {
            status.show(what + "; about " + Words.clock(left) + " left");
        }
    }

    @Override
    public synchronized void passStarts(int round, int rounds, Variant variant, int attempt, Duration left) {
        show("round " + round + "/" + rounds + "  " + variant.label() + (attempt > 1 ? ", again as void" : ""), left);
    }

    @Override
    public synchronized void passEnds(PassRecord pass, Variant variant, List<VoidReason> reasons) {
        if (terminal) {
            return;
        }
        status.show(String.format(
                Locale.ROOT,
                "pass %d  round %d  %s  %s us/request  %.0f requests/s%s",
                pass.number(),
                pass.round(),
                variant.label(),
                pass.microsPerRequest(PassRecord.STACK)
                        .map(micros -> String.format(Locale.ROOT, "%.0f", micros))
                        .orElse("-"),
                pass.load().achievedRate(),
                reasons.isEmpty()
                        ? ""
                        : "  void: " + reasons.stream().map(VoidReason::message).collect(Collectors.joining("; "))));
    }

    @Override
    public synchronized void close() {
        ticker.interrupt();
        doing = null;
        status.clear();
    }

    private void show(String what, Duration left) {
        doing = what;
        endNanos = System.nanoTime() + left.toNanos();
        draw();
    }

    private synchronized void draw() {
        if (terminal && doing != null) {
            long left = Math.max(0, endNanos - System.nanoTime());
            status.show(doing + "  " + Words.clock(Duration.ofNanos(left)) + " left");
        }
    }

    private void tick() {
        try {
            while (true) {
                Thread.sleep(SECOND / 1_000_000);
                draw();
            }
        } catch (InterruptedException e) {
            // The run has ended.
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    }
}
