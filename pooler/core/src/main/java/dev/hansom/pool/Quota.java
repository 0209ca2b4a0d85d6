package dev.hansom.pool;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many server connections several pools may have together: those of one database, of one user, or the parts of one
 * pool on several loops. A pool that needs one while all are taken gets it at the cost of a free one of another pool: at
 * once where that is on the same loop, else by asking its loop. The limit is exact. Any thread.
 */
public final class Quota {

    /** So long must a connection be unused before another loop gets its place: opening one costs more than waiting. */
    private static final long UNUSED_NANOS = 20_000_000;

    /** Other loops are not asked more often than this. */
    private static final long ASK_NANOS = 5_000_000;

    private final int limit;
    private final int reserve;
    private final List<Pool<?>> members = new CopyOnWriteArrayList<>();
    private final AtomicInteger used = new AtomicInteger();
    private final AtomicLong askedAt = new AtomicLong(Long.MIN_VALUE);

    /** Nothing used yet, of at most this many. */
    public Quota(int limit) {
        this(limit, 0);
    }

    /** The same with some more for those who have waited for too long. */
    public Quota(int limit, int reserve) {
        this.limit = limit;
        this.reserve = reserve;
    }

    void join(Pool<?> pool) {
        members.add(pool);
    }

    /** Takes one; false where all are taken. */
    boolean tryTake(boolean ofReserve) {
        int most = ofReserve ? limit + reserve : limit;
        for (int now = used.get(); now < most; now = used.get()) {
            if (used.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    void giveBack() {
        used.decrementAndGet();
    }

    /**
     * Closes the connection that another pool of the same loop has left unused for the longest; where there is none, asks
     * the other loops for one, of which the pool will hear.
     *
     * @return true where one was closed
     */
    boolean evictFor(Pool<?> needy) {
        Pool<?> longest = null;
        for (Pool<?> pool : members) {
            if (pool != needy
                    && pool.isOn(needy.loop())
                    && pool.idle() > 0
                    && (longest == null || pool.idleSince() - longest.idleSince() < 0)) {
                longest = pool;
            }
        }
        if (longest != null) {
            longest.evictIdle();
            return true;
        }
        askOthers(needy);
        return false;
    }

    private void askOthers(Pool<?> needy) {
        long now = needy.now();
        long before = askedAt.get();
        if ((before != Long.MIN_VALUE && now - before < ASK_NANOS) || !askedAt.compareAndSet(before, now)) {
            return;
        }
        for (Pool<?> pool : members) {
            if (!pool.isOn(needy.loop())) {
                pool.loop().execute(() -> pool.evictUnusedFor(UNUSED_NANOS));
            }
        }
    }

    /** A pool of this loop has a connection to spare: others there may have it, whoever has waited for the longest first. */
    void offer(Executor loop) {
        for (Pool<?> pool : members) {
            if (pool.isOn(loop) && pool.waiting() > 0) {
                offerToWaiting(loop);
                return;
            }
        }
    }

    private void offerToWaiting(Executor loop) {
        members.stream()
                .filter(pool -> pool.isOn(loop) && pool.waiting() > 0)
                .sorted(Comparator.comparingLong(Pool::waitingSince))
                .toList()
                .forEach(Pool::openIfShort);
    }

    /** A pool of this loop has closed a connection: the place may be taken on any loop. */
    void offerToAll(Executor loop) {
        offer(loop);
        for (Pool<?> pool : members) {
            if (!pool.isOn(loop)) {
                pool.loop().execute(pool::openIfShort);
            }
        }
    }
}
