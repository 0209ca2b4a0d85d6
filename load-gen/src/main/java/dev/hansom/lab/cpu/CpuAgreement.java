package dev.hansom.lab.cpu;

/**
 * Whether two sources tell the same of one group over one window.
 *
 * @param nanos CPU time by the first source
 * @param checkNanos the same by the second
 * @param allowedNanos how far they may be apart: 2 % of the first, and what the second loses to its clock ticks
 * @param checked false where there is no second source
 */
public record CpuAgreement(long nanos, long checkNanos, long allowedNanos, boolean checked) {

    private static final double SHARE = 0.02;

    /**
     * Three standard deviations of the difference of two values cut to 10 ms: 3 * sqrt(2 / 12) * 10 ms. It grows with the
     * root of the number of values, as the cuts are independent.
     */
    private static final double TICK_NANOS = 12_250_000;

    /** Compares two samples of the same group. */
    public static CpuAgreement of(CpuSample start, CpuSample end) {
        long nanos = end.nanos() - start.nanos();
        double ticks = TICK_NANOS * Math.sqrt(Math.max(start.checkTicks(), end.checkTicks()));
        return new CpuAgreement(
                nanos,
                end.checkNanos() - start.checkNanos(),
                Math.round(SHARE * nanos + ticks),
                !end.checkSource().equals(CpuGroups.NO_SOURCE));
    }

    /** True where the two agree; also where there is only one. */
    public boolean holds() {
        return Math.abs(nanos - checkNanos) <= allowedNanos;
    }

    /** The difference as a share of the first source; 0 where nothing ran. */
    public double difference() {
        return nanos == 0 ? 0 : (checkNanos - nanos) / (double) nanos;
    }
}
