package dev.hansom.lab.cpu;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * CPU time of the whole machine since some fixed moment, over all cores. Only idle and stolen time come from /proc/stat,
 * good to ticks of 10 ms a core; busy is what the clock says is left. The file's own busy columns are sampled: the kernel
 * looks at every tick who runs, and a load that works in step with the ticks is seen too often or not often enough.
 *
 * @param busyNanos doing anything, interrupts included
 * @param stealNanos wanted by this machine but given to another one by the hypervisor
 * @param totalNanos busy, stolen and idle together
 */
public record MachineCpu(long busyNanos, long stealNanos, long totalNanos) {

    private static final Pattern CORE = Pattern.compile("(?m)^cpu[0-9]");

    /** The counters now; empty where the system has none. */
    public static Optional<MachineCpu> read() {
        return ProcFs.system().read("stat").flatMap(stat -> parse(stat, System.nanoTime()));
    }

    static Optional<MachineCpu> parse(String stat, long atNanos) {
        String first = stat.lines().findFirst().orElse("");
        if (!first.startsWith("cpu ")) {
            return Optional.empty();
        }
        // user nice system idle iowait irq softirq steal; guest time, which follows, is part of user and nice.
        long[] ticks = Arrays.stream(first.substring(4).strip().split(" +", -1))
                .limit(8)
                .mapToLong(Long::parseLong)
                .toArray();
        if (ticks.length < 8) {
            return Optional.empty();
        }
        long total = CORE.matcher(stat).results().count() * atNanos;
        long steal = ticks[7] * ProcFs.TICK_NANOS;
        long idle = (ticks[3] + ticks[4]) * ProcFs.TICK_NANOS;
        return Optional.of(new MachineCpu(total - idle - steal, steal, total));
    }

    /** What was added since an earlier reading. */
    public MachineCpu since(MachineCpu earlier) {
        return new MachineCpu(
                busyNanos - earlier.busyNanos, stealNanos - earlier.stealNanos, totalNanos - earlier.totalNanos);
    }

    /** Of a difference: the share of the machine's CPU time that was busy, 0 to 1. */
    public double busyShare() {
        return totalNanos == 0 ? 0 : busyNanos / (double) totalNanos;
    }

    /** Of a difference: the share that was stolen, 0 to 1. */
    public double stealShare() {
        return totalNanos == 0 ? 0 : stealNanos / (double) totalNanos;
    }

    /**
     * Of a difference: the share of the machine's CPU time that nothing known used, 0 to 1.
     *
     * @param knownNanos used by all groups and the generator in the same time
     */
    public double foreignShare(long knownNanos) {
        return totalNanos == 0 ? 0 : Math.max(0, busyNanos - knownNanos) / (double) totalNanos;
    }
}
