package dev.hansom.lab.cpu;

/**
 * CPU time of a group by two independent sources, in nanoseconds.
 *
 * @param nanos by the better source, the one reports use
 * @param source its name, for instance {@code cgroup}
 * @param checkNanos by the second source; differences of two samples must agree with those of the first within 2 %
 * @param checkSource its name, for instance {@code stat}
 */
public record CpuSample(long nanos, String source, long checkNanos, String checkSource) {}
