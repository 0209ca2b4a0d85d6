package dev.hansom.lab.stack;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a process to come up. */
final class Await {

    private static final long PAUSE_MILLIS = 50;

    private Await() {}

    /**
     * Asks again and again until the answer is yes.
     *
     * @param failure what the process has not done, for the message
     * @throws StackException where the process dies, the time is over or the thread is interrupted
     */
    static void until(Duration limit, Child process, String failure, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            process.checkAlive();
            if (System.nanoTime() > deadline) {
                throw process.failure(failure + " within " + limit.toSeconds() + " s");
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StackException("interrupted while waiting for " + process.name(), e);
            }
        }
    }
}
