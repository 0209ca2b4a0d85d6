package dev.hansom.lab.load;

/** A timer for one moment at a time. */
interface SendTimer extends AutoCloseable {

    /**
     * Fires once at this moment, at once where it has passed. Called on the event loop, and only while nothing is armed.
     *
     * @param deadline as {@link System#nanoTime()}
     */
    void arm(long deadline);

    @Override
    void close();
}
