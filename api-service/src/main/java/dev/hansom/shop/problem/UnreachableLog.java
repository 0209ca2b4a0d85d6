package dev.hansom.shop.problem;

import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/** Logs that the database is away once in ten seconds, not once a request. Used by all event loops. */
@Singleton
final class UnreachableLog {

    private static final Logger LOG = Logger.getLogger(UnreachableLog.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    void failed(Throwable cause) {
        long now = System.nanoTime();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS)) {
            LOG.warnf("The database cannot be reached: %s (said at most once in 10 s)", cause.getMessage());
        }
    }
}
