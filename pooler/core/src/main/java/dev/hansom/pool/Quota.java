package dev.hansom.pool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How many server connections several pools may have together: those of one database, or of one user. A pool that needs
 * one while all are taken gets it at the cost of a free one of another pool. Confined to one event loop.
 */
public final class Quota {

    private final int limit;
    private final List<Pool<?>> members = new ArrayList<>();
    private int used;

    /** Nothing used yet, of at most this many. */
    public Quota(int limit) {
        this.limit = limit;
    }

    void join(Pool<?> pool) {
        members.add(pool);
    }

    void take() {
        used++;
    }

    void giveBack() {
        used--;
    }

    boolean isFull() {
        return used >= limit;
    }

    /** Closes the connection that another pool than this has left unused for the longest; false where there is none. */
    boolean evictFor(Pool<?> needy) {
        Pool<?> longest = null;
        for (Pool<?> pool : members) {
            if (pool != needy && pool.idle() > 0 && (longest == null || pool.idleSince() - longest.idleSince() < 0)) {
                longest = pool;
            }
        }
        if (longest == null) {
            return false;
        }
        longest.evictIdle();
        return true;
    }

    /** A pool has a connection to spare, or has closed one: others may have it, whoever has waited for the longest first. */
    void offer() {
        members.stream()
                .filter(pool -> pool.waiting() > 0)
                .sorted(Comparator.comparingLong(Pool::waitingSince))
                .toList()
                .forEach(Pool::openIfShort);
    }
}
