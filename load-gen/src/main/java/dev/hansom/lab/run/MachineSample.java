package dev.hansom.lab.run;

/**
 * The whole machine's counters at one moment, since some fixed one.
 *
 * @param atNanos {@link System#nanoTime()} of the reading
 * @param totalNanos CPU time over all cores, used or not; 0 where the system does not tell, as the next two
 * @param busyNanos CPU time not idle and not stolen, over all cores
 * @param stealNanos CPU time the hypervisor gave to others, over all cores
 * @param pressureNanos time in which at least one task waited for a CPU (PSI, {@code some}); -1 where the kernel keeps none
 * @param generatorNanos CPU time of the process that makes the load, which is this one
 */
public record MachineSample(
        long atNanos, long totalNanos, long busyNanos, long stealNanos, long pressureNanos, long generatorNanos) {}
