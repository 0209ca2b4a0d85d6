package dev.hansom.lab.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one measured window of load showed. Times in nanoseconds; nothing in here is corrected or dropped.
 *
 * @param windowStartNanos {@link System#nanoTime()} at the start of the window
 * @param windowEndNanos the same at its end
 * @param due requests that were due inside the window
 * @param sent requests sent inside it
 * @param completed answers of status 2xx inside it
 * @param errors other outcomes by kind, for instance {@code status 500}, {@code timeout}, {@code connect}
 * @param late sends more than a millisecond after they were due
 * @param clumped sends that left in one wake-up with an earlier one
 * @param dropped requests given up because no connection came free before the request timeout
 * @param clamped values above the top of a histogram, recorded at its top
 * @param response from the due time to the last byte of the answer
 * @param service from the actual send to the last byte of the answer
 * @param lateness from the due time to the actual send
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
        Histogram lateness) {

    public LoadResult {
        errors = Map.copyOf(errors);
    }

    /** Answers a second inside the window. */
    public double achievedRate() {
        return completed * 1e9 / (windowEndNanos - windowStartNanos);
    }

    /** Outcomes that were not an answer of status 2xx. */
    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
