package dev.hansom.testkit;

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
     * What a pump is to do with what it holds.
     *
     * @param bytes to be written
     * @param ending what follows them: WAIT is nothing
     */
    record Passage(int bytes, AtLimit ending) {}

    /**
     * Blocks while nothing may pass and nothing is to happen. The bytes count from here on, before they are written:
     * whoever has received them finds them counted, and a limit set meanwhile is one for those behind them. A cut or half-close is handed out once.
     */
    synchronized Passage enter(int waiting) throws InterruptedException {
        while (allowed == 0 && atLimit == AtLimit.WAIT) {
            wait();
        }
        int bytes = (int) Math.min(Math.min(waiting, largestWrite), allowed);
        if (allowed != Long.MAX_VALUE) {
            allowed -= bytes;
        }
        forwarded += bytes;
        notifyAll();
        AtLimit ending = allowed == 0 ? atLimit : AtLimit.WAIT;
        if (ending != AtLimit.WAIT) {
            unlimited();
        }
        return new Passage(bytes, ending);
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
