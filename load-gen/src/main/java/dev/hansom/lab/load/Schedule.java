package dev.hansom.lab.load;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * When request i is due: {@code ceil(i * 1e9 / rate)} nanoseconds after the start, exact for every i. The rate is a whole
 * number of requests in a period of 1, 10, 100 or 1000 seconds, so that no rounding adds up.
 */
final class Schedule {

    private static final long SECOND = 1_000_000_000L;

    private final long requests;
    private final long periodNanos;

    private Schedule(long requests, long periodNanos) {
        this.requests = requests;
        this.periodNanos = periodNanos;
    }

    static Schedule of(double rate) {
        BigDecimal exact =
                BigDecimal.valueOf(rate).setScale(3, RoundingMode.HALF_EVEN).stripTrailingZeros();
        long periodSeconds = BigDecimal.TEN.pow(Math.max(0, exact.scale())).longValueExact();
        // A finer fraction than a long can carry through due() is below 1e-7 of such a rate.
        while (rate * periodSeconds * periodSeconds > 9e9) {
            periodSeconds /= 10;
        }
        long requests = exact.multiply(BigDecimal.valueOf(periodSeconds))
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
        return new Schedule(requests, periodSeconds * SECOND);
    }

    /** Nanoseconds after the start at which request i is due. */
    long due(long i) {
        long rest = i % requests;
        return i / requests * periodNanos + (rest * periodNanos + requests - 1) / requests;
    }

    /** How many requests are due before that many nanoseconds after the start. */
    long dueBefore(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        long rest = (nanos - 1) % periodNanos;
        // due(i) <= nanos - 1 holds exactly for i <= (nanos - 1) * rate.
        return (nanos - 1) / periodNanos * requests + rest * requests / periodNanos + 1;
    }
}
