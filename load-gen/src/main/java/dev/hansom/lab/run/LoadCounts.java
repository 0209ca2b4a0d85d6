package dev.hansom.lab.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.hansom.lab.load.LoadResult;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters of {@link LoadResult} with its histograms as text (HdrHistogram V2, compressed, base64; nanoseconds).
 *
 * @param windowNanos length of the measured window
 * @param settleErrors errors and drops of the settle time before the window
 * @param messages for each kind of error what the first one said
 * @param errors outcomes inside the window that were not an answer of status 2xx, by kind; drops apart
 */
public record LoadCounts(
        long windowNanos,
        long due,
        long sent,
        long completed,
        Map<String, Long> errors,
        long late,
        long clumped,
        long dropped,
        long clamped,
        long settleErrors,
        Map<String, String> messages,
        String response,
        String service,
        String lateness) {

    public LoadCounts {
        errors = new TreeMap<>(errors);
        messages = new TreeMap<>(messages);
    }

    static LoadCounts of(LoadResult result) {
        return new LoadCounts(
                result.windowEndNanos() - result.windowStartNanos(),
                result.due(),
                result.sent(),
                result.completed(),
                result.errors(),
                result.late(),
                result.clumped(),
                result.dropped(),
                result.clamped(),
                result.settleErrors(),
                result.firstMessages(),
                HistogramText.encode(result.response()),
                HistogramText.encode(result.service()),
                HistogramText.encode(result.lateness()));
    }

    /** Answers a second inside the window. */
    @JsonIgnore
    public double achievedRate() {
        return windowNanos == 0 ? 0 : completed * 1e9 / windowNanos;
    }

    /** Everything that was not an answer of status 2xx, drops too. */
    @JsonIgnore
    public long failures() {
        return dropped + errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
