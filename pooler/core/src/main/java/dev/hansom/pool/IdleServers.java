package dev.hansom.pool;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Connections free to be given out, in the order they will be. Confined to the pool's event loop. */
final class IdleServers<S extends PooledServer> {

    private final boolean roundRobin;
    private final ArrayDeque<Idle<S>> servers = new ArrayDeque<>();

    IdleServers(boolean roundRobin) {
        this.roundRobin = roundRobin;
    }

    int size() {
        return servers.size();
    }

    void add(S server, long now) {
        Idle<S> idle = new Idle<>(server, now);
        if (roundRobin) {
            servers.addLast(idle);
        } else {
            servers.addFirst(idle);
        }
    }

    /** The next to be given out, which stays. */
    @Nullable Idle<S> next() {
        return servers.peekFirst();
    }

    /** Takes out the next to be given out. */
    @Nullable Idle<S> take() {
        return servers.pollFirst();
    }

    /** Takes out the one unused for the longest. */
    @Nullable Idle<S> takeOldest() {
        return roundRobin ? servers.pollFirst() : servers.pollLast();
    }

    /** Since when one has been unused; now where there is none. */
    long oldestSince(long now) {
        Idle<S> oldest = roundRobin ? servers.peekFirst() : servers.peekLast();
        return oldest == null ? now : oldest.since();
    }

    boolean remove(S server) {
        return servers.removeIf(idle -> idle.server() == server);
    }

    /** All of them; its remove takes one out. */
    Iterator<Idle<S>> iterator() {
        return servers.iterator();
    }

    /**
     * One free connection.
     *
     * @param since when it was given back
     */
    record Idle<S>(S server, long since) {}
}
