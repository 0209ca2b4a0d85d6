package dev.hansom.lab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C and TERM: interrupts the thread that runs, and holds the JVM's end back until that thread has written its report.
 * Closed by that thread when it has.
 */
final class EndRequest implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 30;

    private final AtomicBoolean asked = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);

    private EndRequest() {}

    static EndRequest install(Thread running) {
        EndRequest request = new EndRequest();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> request.end(running), "lab-end"));
        return request;
    }

    /** Whether somebody has asked for the end. */
    boolean asked() {
        return asked.get();
    }

    private void end(Thread running) {
        if (done.getCount() == 0) {
            return;
        }
        asked.set(true);
        running.interrupt();
        try {
            done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        done.countDown();
    }
}
