package dev.hansom.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock in nanoseconds that stands still until the test moves it. Safe to read and move from any thread. */
public final class FakeClock implements LongSupplier {

    private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong nanos;

    /** Starts at a nonzero value, as {@link System#nanoTime()} does. */
    public FakeClock() {
        this(1_000_000_000_000L);
    }

    /** Starts at {@code nanos}, for example close below {@link Long#MAX_VALUE} to see arithmetic wrap. */
    public FakeClock(long nanos) {
        this.nanos = new AtomicLong(nanos);
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    /** Moves the clock on; never back. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("A monotonic clock does not go back by " + duration);
        }
        nanos.addAndGet(duration.toNanos());
    }

    /** The same clock as wall-clock time: 2026-01-01T00:00:00Z and as much as it was advanced since this call. */
    public InstantSource instants() {
        long start = getAsLong();
        return () -> ORIGIN.plusNanos(getAsLong() - start);
    }
}
