package dev.hansom.testkit;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes may still pass in one direction of a {@link FaultyRelay}, in which portions, and what happens to the
 * next. Shared by the relay's threads and the test's: everything is under its monitor.
 */
final class RelayGate {

    /** What happens once the bytes that may pass have passed. */
    enum AtLimit {
        WAIT,
        CUT,
        HALF_CLOSE
    }

    private long forwarded;
    private long allowed = Long.MAX_VALUE;
    private AtLimit atLimit = AtLimit.WAIT;
    private int largestWrite = Integer.MAX_VALUE;

    /**
     * Blocks while nothing may pass and nothing is to happen.
     *
     * @return how many of the waiting bytes may be written now, to be reported by {@link #passed}; 0 if an end is due
     */
    synchronized int enter(int waiting) throws InterruptedException {
        while (allowed == 0 && atLimit == AtLimit.WAIT) {
            wait();
        }
        return (int) Math.min(Math.min(waiting, largestWrite), allowed);
    }

    synchronized void passed(int bytes) {
        forwarded += bytes;
        if (allowed != Long.MAX_VALUE) {
            allowed = Math.max(0, allowed - bytes);
        }
        notifyAll();
    }

    synchronized void limit(long bytes, AtLimit ending) {
        allowed = bytes;
        atLimit = ending;
        notifyAll();
    }

    synchronized void unlimited() {
        limit(Long.MAX_VALUE, AtLimit.WAIT);
    }

    synchronized void splitInto(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("A write has at least one byte, not " + bytes);
        }
        largestWrite = bytes;
    }

    /** The cut or half-close that is due now, for the caller to carry out: it happens once. */
    synchronized Optional<AtLimit> takeEnding() {
        if (allowed > 0 || atLimit == AtLimit.WAIT) {
            return Optional.empty();
        }
        Optional<AtLimit> due = Optional.of(atLimit);
        unlimited();
        return due;
    }

    synchronized long forwarded() {
        return forwarded;
    }

    synchronized void awaitForwarded(long bytes, long patienceNanos) {
        long deadline = System.nanoTime() + patienceNanos;
        while (forwarded < bytes) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("Only " + forwarded + " of " + bytes + " bytes came through");
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting for bytes to come through", e);
            }
        }
    }
}
