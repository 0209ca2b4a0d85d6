package dev.hansom.lab.cpu;

import java.util.Arrays;
import java.util.Optional;

/**
 * CPU time of the whole machine since it started, over all cores, from the first line of /proc/stat; good to ticks of 10 ms
 * a core.
 *
 * @param busyNanos doing anything, interrupts included
 * @param stealNanos wanted by this machine but given to another one by the hypervisor
 * @param totalNanos busy, stolen and idle together
 */
public record MachineCpu(long busyNanos, long stealNanos, long totalNanos) {

    /** The counters now; empty where the system has none. */
    public static Optional<MachineCpu> read() {
        return ProcFs.system().read("stat").flatMap(MachineCpu::parse);
    }

    static Optional<MachineCpu> parse(String stat) {
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
        long busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
        long total = Arrays.stream(ticks).sum();
        return Optional.of(
                new MachineCpu(busy * ProcFs.TICK_NANOS, ticks[7] * ProcFs.TICK_NANOS, total * ProcFs.TICK_NANOS));
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
