package dev.hansom.lab.cpu;

/**
 * CPU time of a group by two independent sources, in nanoseconds.
 *
 * @param nanos by the better source, the one reports use
 * @param source its name: {@code cgroup}, {@code schedstat} or {@code stat}
 * @param checkNanos by the second source; see {@link CpuAgreement} for how the two are compared
 * @param checkSource its name; {@code none} where the machine has one source only, {@code checkNanos} is its value then
 * @param checkTicks how many values of {@code checkNanos} are cut to whole clock ticks of 10 ms
 */
public record CpuSample(long nanos, String source, long checkNanos, String checkSource, int checkTicks) {

    /** A sample whose second source is as fine as the first. */
    public CpuSample(long nanos, String source, long checkNanos, String checkSource) {
        this(nanos, source, checkNanos, checkSource, 0);
    }
}
