package dev.hansom.lab.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one measured window of load showed. Times in nanoseconds; nothing in here is corrected or dropped.
 *
 * <p>Two populations: {@code completed} counts answers that arrived inside the window, whenever they were due, because it
 * divides CPU time that was read at the window's ends. All other counts and the histograms are of the requests due inside
 * the window, whenever they were answered, so that
 * {@code due == response.getTotalCount() + errorCount() + dropped}.
 *
 * @param windowStartNanos {@link System#nanoTime()} at the start of the window
 * @param windowEndNanos the same at its end
 * @param due requests that were due inside the window
 * @param sent those of them that were sent
 * @param completed answers of status 2xx that arrived inside the window
 * @param errors other outcomes by kind: {@code status 500}, {@code timeout}, {@code connect}, {@code closed},
 *     {@code bad answer}
 * @param late sends later than {@link LoadSpec#lateAfter}
 * @param clumped sends that left in one wake-up with an earlier one
 * @param dropped requests given up because no connection came free before the request timeout
 * @param clamped values above the top of a histogram, recorded at its top
 * @param response from the due time to the last byte of the answer, of answers of status 2xx
 * @param service from the actual send to the last byte of the answer, of answers of status 2xx
 * @param lateness from the due time to the actual send, of every request sent
 * @param settleErrors errors and drops of the requests due before the window; they are in no other figure
 * @param firstMessages for each kind of error what the first one said, of the settle time too
 */
public record LoadResult(
        long windowStartNanos,
        long windowEndNanos,
        long due,
        long sent,
        long completed,
        Map<String, Long> errors,
        long late,
        long clumped,
        long dropped,
        long clamped,
        Histogram response,
        Histogram service,
        Histogram lateness,
        long settleErrors,
        Map<String, String> firstMessages) {

    public LoadResult {
        errors = Map.copyOf(errors);
        firstMessages = Map.copyOf(firstMessages);
    }

    /** A window whose settle time was clean. */
    public LoadResult(
            long windowStartNanos,
            long windowEndNanos,
            long due,
            long sent,
            long completed,
            Map<String, Long> errors,
            long late,
            long clumped,
            long dropped,
            long clamped,
            Histogram response,
            Histogram service,
            Histogram lateness) {
        this(
                windowStartNanos,
                windowEndNanos,
                due,
                sent,
                completed,
                errors,
                late,
                clumped,
                dropped,
                clamped,
                response,
                service,
                lateness,
                0,
                Map.of());
    }

    /** Answers a second inside the window. */
    public double achievedRate() {
        return completed * 1e9 / (windowEndNanos - windowStartNanos);
    }

    /** Outcomes that were not an answer of status 2xx; dropped requests are not among them. */
    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
