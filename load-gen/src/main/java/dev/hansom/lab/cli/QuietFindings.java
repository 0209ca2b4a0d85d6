package dev.hansom.lab.cli;

import dev.hansom.lab.cpu.MachineCpu;
import dev.hansom.lab.cpu.OwnCpu;
import dev.hansom.lab.cpu.Pressure;
import dev.hansom.lab.load.TimerProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** How quiet the machine is and how well it keeps time: watched for the two seconds that the timer test takes. */
final class QuietFindings {

    private static final int FIRINGS = 2_000;
    private static final long GAP_NANOS = 1_000_000;
    private static final long LATE_NANOS = 1_000_000;
    private static final double MAX_FOREIGN = 0.05;
    private static final double MAX_STEAL = 0.005;
    private static final double MAX_LATE = 0.01;

    private final Optional<MachineCpu> machine;
    private final long ownNanos;
    private final Optional<Double> pressure;
    private final Histogram lateness;

    private QuietFindings(Optional<MachineCpu> machine, long ownNanos, Optional<Double> pressure, Histogram lateness) {
        this.machine = machine;
        this.ownNanos = ownNanos;
        this.pressure = pressure;
        this.lateness = lateness;
    }

    static QuietFindings watch() throws InterruptedException {
        long start = System.nanoTime();
        long ownStart = OwnCpu.nanos().orElse(0);
        Optional<MachineCpu> before = MachineCpu.read();
        Optional<Pressure> pressureBefore = Pressure.read();
        Histogram lateness = TimerProbe.lateness(FIRINGS, GAP_NANOS);
        Optional<MachineCpu> after = MachineCpu.read();
        Optional<Pressure> pressureAfter = Pressure.read();
        long elapsed = System.nanoTime() - start;
        return new QuietFindings(
                before.flatMap(first -> after.map(last -> last.since(first))),
                OwnCpu.nanos().orElse(0) - ownStart,
                pressureBefore.flatMap(first -> pressureAfter.map(last -> last.percentSince(first, elapsed))),
                lateness);
    }

    /** The share of the machine that others use, 0 to 1; 0 where it is not known. */
    double foreignShare() {
        return machine.map(spent -> spent.foreignShare(ownNanos)).orElse(0.0);
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        findings.add(epoll());
        findings.add(timers());
        machine.ifPresent(spent -> {
            findings.add(load());
            findings.add(steal(spent));
        });
        findings.add(pressure.map(percent -> Finding.ok(
                        "pressure",
                        format("%.1f %% of the time somebody waited for a core (PSI)", percent),
                        Map.of("available", true, "percent", percent)))
                .orElseGet(() -> Finding.warn(
                        "pressure",
                        "the kernel does not count it (PSI)",
                        "passes are not checked for waiting; boot with psi=1 to have that",
                        Map.of("available", false))));
        return findings;
    }

    private static Finding epoll() {
        String transport = TimerProbe.transport();
        Map<String, Object> values = Map.of("transport", transport);
        return transport.equals("epoll")
                ? Finding.ok("transport", "native epoll", values)
                : Finding.warn(
                        "transport",
                        "native epoll does not load: NIO with a timer thread",
                        "the generator uses more CPU and is less precise; use Linux on x86-64 or arm64",
                        values);
    }

    private Finding timers() {
        double late = 1 - lateness.getCountBetweenValues(0, LATE_NANOS) / (double) lateness.getTotalCount();
        String text = format(
                "late by %d us in the middle, %d us at 99 %%, %d us at most (%d firings); %.1f %% over 1 ms",
                lateness.getValueAtPercentile(50) / 1000,
                lateness.getValueAtPercentile(99) / 1000,
                lateness.getMaxValue() / 1000,
                lateness.getTotalCount(),
                100 * late);
        Map<String, Object> values = Map.of(
                "p50Nanos", lateness.getValueAtPercentile(50),
                "p90Nanos", lateness.getValueAtPercentile(90),
                "p99Nanos", lateness.getValueAtPercentile(99),
                "maxNanos", lateness.getMaxValue(),
                "lateShare", late);
        return late > MAX_LATE
                ? Finding.warn(
                        "timers",
                        text,
                        "passes with more than 1 % late sends are void: close what else is running",
                        values)
                : Finding.ok("timers", text, values);
    }

    private Finding load() {
        String text = format("%.1f %% of all cores used by others", 100 * foreignShare());
        Map<String, Object> values = Map.of("foreignShare", foreignShare());
        return foreignShare() > MAX_FOREIGN
                ? Finding.warn(
                        "other load",
                        text,
                        "passes with more than 5 % are void: close browsers, builds and the like",
                        values)
                : Finding.ok("other load", text, values);
    }

    private static Finding steal(MachineCpu spent) {
        String text = format("%.2f %% taken by the hypervisor", 100 * spent.stealShare());
        Map<String, Object> values = Map.of("stealShare", spent.stealShare());
        return spent.stealShare() > MAX_STEAL
                ? Finding.warn(
                        "steal",
                        text,
                        "passes with more than 0.5 % are void: use a machine with cores of its own",
                        values)
                : Finding.ok("steal", text, values);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
