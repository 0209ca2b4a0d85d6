package dev.hansom.clock;

/** The only place that reads the clock: nanoseconds since some fixed moment, never going back. */
@FunctionalInterface
public interface Ticker {

    /** Nanoseconds since some fixed moment. */
    long nanos();

    /** The machine's monotonic clock. */
    static Ticker system() {
        return System::nanoTime;
    }
}
