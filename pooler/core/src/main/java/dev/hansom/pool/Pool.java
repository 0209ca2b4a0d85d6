package dev.hansom.pool;

import dev.hansom.clock.Ticker;
import dev.hansom.stats.Counters;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who gets which server connection, and when: the connections of one (database, user), the clients that wait for them,
 * first come, first served, and the limits. The connection returned last is given out first. Confined to one event loop.
 */
public final class Pool<S extends PooledServer> {

    private static final Refusal WAIT_TIMEOUT = new Refusal(
            "08P01",
            "query_wait_timeout",
            "No server connection came free in time: raise default_pool_size or "
                    + "query_wait_timeout, or look for long transactions.");

    private final PoolLimits limits;
    private final Ticker ticker;
    private final Counters counters;
    private final Consumer<Waiter<S>> opener;
    private final ArrayDeque<Idle<S>> idle = new ArrayDeque<>();
    private final WaiterQueue<S> waiting = new WaiterQueue<>();
    private int active;
    private int opening;
    private @Nullable Refusal lastFailure;
    private long retryAt;

    /**
     * An empty pool.
     *
     * @param opener opens a connection on behalf of a waiter, and reports to {@link #opened} or {@link #openFailed}
     */
    public Pool(PoolLimits limits, Ticker ticker, Counters counters, Consumer<Waiter<S>> opener) {
        this.limits = limits;
        this.ticker = ticker;
        this.counters = counters;
        this.opener = opener;
    }

    /** A free connection at once, or null: then {@link #await} it. */
    public @Nullable S tryAcquire() {
        if (waiting.size() > 0) {
            return null;
        }
        Idle<S> free = idle.pollFirst();
        if (free == null) {
            return null;
        }
        active++;
        counters.assigned();
        return free.server;
    }

    /** Enters the queue; the waiter may be called back before this returns. */
    public void await(Waiter<S> waiter) {
        long now = ticker.nanos();
        Refusal failure = lastFailure;
        if (failure != null && active + idle.size() == 0 && opening == 0 && now - retryAt < 0) {
            waiter.onRefused(failure);
            return;
        }
        waiting.add(waiter, now);
        openIfShort();
    }

    /** Leaves the queue, for instance because the client is gone; false where it was not in it. */
    public boolean leave(Waiter<S> waiter) {
        return waiting.remove(waiter);
    }

    /** A holder gives a connection back, clean. */
    public void release(S server) {
        long now = ticker.nanos();
        active--;
        if (now - server.openedAt() >= limits.serverLifetime()) {
            server.retire("server_lifetime");
            openIfShort();
            return;
        }
        give(server, now);
    }

    /** A holder's connection is closed. */
    public void lost() {
        active--;
        openIfShort();
    }

    /** A connection that nobody held is closed by the server. */
    public void lostIdle(S server) {
        idle.removeIf(free -> free.server == server);
        openIfShort();
    }

    /** The opener's connection is ready. */
    public void opened(S server) {
        opening--;
        lastFailure = null;
        give(server, ticker.nanos());
    }

    /** The opener could not connect or log in. */
    public void openFailed(Refusal refusal) {
        opening--;
        lastFailure = refusal;
        retryAt = ticker.nanos() + limits.serverLoginRetry();
        if (active + idle.size() + opening > 0) {
            return;
        }
        for (Waiter<S> waiter = waiting.head(); waiter != null; waiter = waiting.head()) {
            waiting.remove(waiter);
            waiter.onRefused(refusal);
        }
    }

    /** Keeps the time limits; call it a few times a second. */
    public void tick() {
        long now = ticker.nanos();
        refuseOverdue(now);
        idle.removeIf(free -> {
            boolean old = now - free.server.openedAt() >= limits.serverLifetime();
            boolean unused = limits.serverIdleTimeout() > 0 && now - free.since >= limits.serverIdleTimeout();
            if (old || unused) {
                free.server.retire(old ? "server_lifetime" : "server_idle_timeout");
            }
            return old || unused;
        });
        openIfShort();
    }

    /** Closes the free connections and refuses whoever waits. */
    public void close(Refusal refusal) {
        for (Waiter<S> waiter = waiting.head(); waiter != null; waiter = waiting.head()) {
            waiting.remove(waiter);
            waiter.onRefused(refusal);
        }
        for (Idle<S> free = idle.pollFirst(); free != null; free = idle.pollFirst()) {
            free.server.retire(refusal.message());
        }
    }

    /** Connections that a client holds. */
    public int active() {
        return active;
    }

    /** Connections free to be given out. */
    public int idle() {
        return idle.size();
    }

    /** Connections being opened. */
    public int opening() {
        return opening;
    }

    /** Clients in the queue. */
    public int waiting() {
        return waiting.size();
    }

    private void give(S server, long now) {
        Waiter<S> first = waiting.head();
        if (first == null) {
            idle.addFirst(new Idle<>(server, now));
            return;
        }
        waiting.remove(first);
        active++;
        counters.waited(now - first.since());
        counters.assigned();
        first.onServer(server);
    }

    private void refuseOverdue(long now) {
        if (limits.queryWaitTimeout() == 0) {
            return;
        }
        for (Waiter<S> first = waiting.head();
                first != null && now - first.since() >= limits.queryWaitTimeout();
                first = waiting.head()) {
            waiting.remove(first);
            counters.waited(now - first.since());
            first.onRefused(WAIT_TIMEOUT);
        }
    }

    private void openIfShort() {
        while (opening < waiting.size() && active + idle.size() + opening < limits.size() && mayTry()) {
            Waiter<S> first = waiting.head();
            if (first == null) {
                return;
            }
            opening++;
            opener.accept(first);
        }
    }

    private boolean mayTry() {
        return lastFailure == null || ticker.nanos() - retryAt >= 0;
    }

    private record Idle<S>(S server, long since) {}
}
