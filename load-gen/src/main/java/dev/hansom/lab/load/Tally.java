package dev.hansom.lab.load;

import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The counts of one event loop. Written by that loop alone; read by others once the loop has finished its requests. */
final class Tally {

    private static final long TOP_NANOS = 60_000_000_000L;

    final Histogram response = histogram();
    final Histogram service = histogram();
    final Histogram lateness = histogram();
    final Map<String, Long> errors = new HashMap<>();
    final Map<String, String> firstMessages = new HashMap<>();

    long due;
    long sent;
    long completed;
    long late;
    long clumped;
    long dropped;
    long clamped;
    long settleErrors;

    // Of the whole load, for the progress alone.
    long allDue;
    long allCompleted;
    long allFailed;

    private final long windowStart;
    private final long windowEnd;
    private final long lateNanos;

    /** @param lateNanos a send later than this after it was due is late; the others as {@link System#nanoTime()} */
    Tally(long windowStart, long windowEnd, long lateNanos) {
        this.windowStart = windowStart;
        this.windowEnd = windowEnd;
        this.lateNanos = lateNanos;
    }

    static Histogram histogram() {
        return new Histogram(1_000, TOP_NANOS, 3);
    }

    void due(long dueAt) {
        allDue++;
        if (measured(dueAt)) {
            due++;
        }
    }

    /** @param withOthers another request has left in the same wake-up */
    void sent(long dueAt, long sentAt, boolean withOthers) {
        if (!measured(dueAt)) {
            return;
        }
        sent++;
        record(lateness, sentAt - dueAt);
        if (sentAt - dueAt > lateNanos) {
            late++;
        }
        if (withOthers) {
            clumped++;
        }
    }

    void completed(long dueAt, long sentAt, long now) {
        allCompleted++;
        if (now - windowStart >= 0 && now - windowEnd < 0) {
            completed++;
        }
        if (measured(dueAt)) {
            record(response, now - dueAt);
            record(service, now - sentAt);
        }
    }

    void failed(long dueAt, String kind, String message) {
        allFailed++;
        firstMessages.putIfAbsent(kind, message);
        if (measured(dueAt)) {
            errors.merge(kind, 1L, Long::sum);
        } else {
            settleErrors++;
        }
    }

    void dropped(long dueAt) {
        allFailed++;
        if (measured(dueAt)) {
            dropped++;
        } else {
            settleErrors++;
        }
    }

    private boolean measured(long dueAt) {
        return dueAt - windowStart >= 0;
    }

    private void record(Histogram histogram, long nanos) {
        if (nanos > TOP_NANOS) {
            clamped++;
        }
        histogram.recordValue(Math.max(0, Math.min(nanos, TOP_NANOS)));
    }

    /** The counts of several loops as one. */
    static LoadResult merge(long windowStart, long windowEnd, Iterable<Tally> tallies) {
        Tally sum = new Tally(windowStart, windowEnd, 0);
        for (Tally tally : tallies) {
            sum.response.add(tally.response);
            sum.service.add(tally.service);
            sum.lateness.add(tally.lateness);
            tally.errors.forEach((kind, count) -> sum.errors.merge(kind, count, Long::sum));
            tally.firstMessages.forEach(sum.firstMessages::putIfAbsent);
            sum.due += tally.due;
            sum.sent += tally.sent;
            sum.completed += tally.completed;
            sum.late += tally.late;
            sum.clumped += tally.clumped;
            sum.dropped += tally.dropped;
            sum.clamped += tally.clamped;
            sum.settleErrors += tally.settleErrors;
        }
        return new LoadResult(
                windowStart,
                windowEnd,
                sum.due,
                sum.sent,
                sum.completed,
                sum.errors,
                sum.late,
                sum.clumped,
                sum.dropped,
                sum.clamped,
                sum.response,
                sum.service,
                sum.lateness,
                sum.settleErrors,
                sum.firstMessages);
    }
}
