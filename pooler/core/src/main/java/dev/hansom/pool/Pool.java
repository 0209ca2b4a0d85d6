package dev.hansom.pool;

import dev.hansom.clock.Ticker;
import dev.hansom.pool.IdleServers.Idle;
import dev.hansom.stats.Counters;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who gets which server connection, and when: the connections of one (database, user), the clients that wait for them,
 * first come, first served, and the limits. Confined to one event loop.
 */
public final class Pool<S extends PooledServer> {

    private static final Refusal WAIT_TIMEOUT = new Refusal(
            "08P01",
            "query_wait_timeout",
            "No server connection came free in time: raise default_pool_size or "
                    + "query_wait_timeout, or look for long transactions.");

    private final PoolLimits limits;
    private final List<Quota> quotas;
    private final Executor loop;
    private final Ticker ticker;
    private final Counters counters;
    private final Consumer<Map<String, String>> opener;
    private final IdleServers<S> idle;
    private final WaiterQueue<S> waiting = new WaiterQueue<>();
    private final Set<S> checking = new HashSet<>();
    private int active;
    private int opening;
    private @Nullable Refusal lastFailure;
    private long retryAt;

    /**
     * An empty pool.
     *
     * @param quotas what this pool shares with others
     * @param loop to which the pool is confined
     * @param opener opens a connection with these parameters in its start-up packet, and reports to {@link #opened} or
     *     {@link #openFailed}
     */
    public Pool(
            PoolLimits limits,
            List<Quota> quotas,
            Executor loop,
            Ticker ticker,
            Counters counters,
            Consumer<Map<String, String>> opener) {
        this.limits = limits;
        this.quotas = List.copyOf(quotas);
        this.loop = loop;
        this.ticker = ticker;
        this.counters = counters;
        this.opener = opener;
        this.idle = new IdleServers<>(limits.roundRobin());
        this.quotas.forEach(quota -> quota.join(this));
    }

    /** A free connection at once, or null: then {@link #await} it. */
    public @Nullable S tryAcquire() {
        Idle<S> free = waiting.size() > 0 ? null : idle.next();
        if (free == null || isToBeChecked(free)) {
            return null;
        }
        idle.take();
        active++;
        counters.assigned();
        return free.server();
    }

    /** Enters the queue; the waiter may be called back before this returns. */
    public void await(Waiter<S> waiter) {
        long now = ticker.nanos();
        Refusal failure = lastFailure;
        if (failure != null && total() == 0 && now - retryAt < 0) {
            waiter.onRefused(failure);
            return;
        }
        waiting.add(waiter, now);
        checkIfShort();
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
        checking.remove(server);
        if (now - server.openedAt() >= limits.serverLifetime()) {
            server.retire("server_lifetime");
            gone();
            return;
        }
        give(server, now);
    }

    /**
     * A connection is closed.
     *
     * @param free true where nobody held it
     */
    public void lost(S server, boolean free) {
        checking.remove(server);
        if (!free) {
            active--;
            gone();
        } else if (idle.remove(server)) {
            gone();
        }
    }

    /** The opener's connection is ready. */
    public void opened(S server) {
        openedForPooler();
        active--;
        give(server, ticker.nanos());
    }

    /** The opener's connection is ready, but for something the pooler does on it first: it will be released. */
    public void openedForPooler() {
        opening--;
        active++;
        lastFailure = null;
    }

    /** The opener could not connect or log in. */
    public void openFailed(Refusal refusal) {
        opening--;
        lastFailure = refusal;
        retryAt = ticker.nanos() + limits.serverLoginRetry();
        if (total() == 0) {
            refuseAll(refusal);
        }
        leavePlace();
    }

    /**
     * Keeps the time limits; call it a few times a second.
     *
     * @param inUse true where the smallest number of connections is to be kept
     */
    public void tick(boolean inUse) {
        long now = ticker.nanos();
        refuseOverdue(now);
        notifyLongWaiting(now);
        int kept = inUse && limits.serverLifetime() > 0 ? Math.min(limits.minSize(), limits.size()) : 0;
        closeUnused(now, kept);
        openIfShort();
        while (total() < kept && mayTry() && takeOfQuotas(false, false)) {
            open(Map.of());
        }
    }

    /** Closes the free connections and refuses whoever waits. */
    public void close(Refusal refusal) {
        refuseAll(refusal);
        for (Idle<S> free = idle.take(); free != null; free = idle.take()) {
            free.server().retire(refusal.message());
            leavePlace();
        }
    }

    /** Connections that a client holds, or that are checked. */
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

    /** Since when the first in the queue has waited; now where there is none. */
    long waitingSince() {
        Waiter<S> first = waiting.head();
        return first == null ? ticker.nanos() : first.since();
    }

    /** Since when a connection has been unused; now where there is none. */
    long idleSince() {
        return idle.oldestSince(ticker.nanos());
    }

    Executor loop() {
        return loop;
    }

    boolean isOn(Executor other) {
        return loop == other;
    }

    long now() {
        return ticker.nanos();
    }

    /** Another loop is short: closes the connection that has been unused for the longest, and for so many nanoseconds. */
    void evictUnusedFor(long nanos) {
        if (idle.size() > 0 && ticker.nanos() - idleSince() >= nanos) {
            evictIdle();
            quotas.forEach(quota -> quota.offerToAll(loop));
        }
    }

    /** Closes the connection that has been unused for the longest. */
    void evictIdle() {
        Idle<S> oldest = idle.takeOldest();
        if (oldest != null) {
            oldest.server().retire("another pool needs the connection");
            quotas.forEach(Quota::giveBack);
        }
    }

    /** Opens connections for those who wait and for whom none is on its way. */
    void openIfShort() {
        while (opening + checking.size() < waiting.size() && total() < sizeNow() && mayTry()) {
            Waiter<S> first = waiting.head();
            if (first == null || !takeOfQuotas(true, isReserveOpen())) {
                return;
            }
            open(first.startupParameters());
        }
    }

    private void open(Map<String, String> startupParameters) {
        opening++;
        opener.accept(startupParameters);
    }

    private int total() {
        return active + idle.size() + opening;
    }

    private int sizeNow() {
        return isReserveOpen() ? limits.size() + limits.reserveSize() : limits.size();
    }

    private boolean isReserveOpen() {
        return limits.reserveTimeout() > 0
                && limits.reserveSize() > 0
                && ticker.nanos() - waitingSince() >= limits.reserveTimeout();
    }

    /** Counts one more connection, where every quota has room for it or another pool can be made to leave one. */
    private boolean takeOfQuotas(boolean evict, boolean reserve) {
        for (int i = 0; i < quotas.size(); i++) {
            Quota quota = quotas.get(i);
            if (!quota.tryTake(reserve) && !(evict && quota.evictFor(this) && quota.tryTake(reserve))) {
                quotas.subList(0, i).forEach(Quota::giveBack);
                return false;
            }
        }
        return true;
    }

    private boolean isToBeChecked(Idle<S> free) {
        return limits.checkDelay() >= 0 && ticker.nanos() - free.since() >= limits.checkDelay();
    }

    /** Checks free connections for those who wait: a connection that need not be checked would have been given at once. */
    private void checkIfShort() {
        while (checking.size() < waiting.size()) {
            Idle<S> free = idle.take();
            if (free == null) {
                return;
            }
            active++;
            checking.add(free.server());
            free.server().check();
        }
    }

    private void give(S server, long now) {
        Waiter<S> first = waiting.head();
        if (first == null) {
            idle.add(server, now);
            quotas.forEach(quota -> quota.offer(loop));
            return;
        }
        waiting.remove(first);
        active++;
        counters.waited(now - first.since());
        counters.assigned();
        first.onServer(server);
    }

    /** A connection is closed. */
    private void gone() {
        quotas.forEach(Quota::giveBack);
        openIfShort();
        quotas.forEach(quota -> quota.offerToAll(loop));
    }

    private void leavePlace() {
        quotas.forEach(Quota::giveBack);
        quotas.forEach(quota -> quota.offerToAll(loop));
    }

    private void closeUnused(long now, int kept) {
        int spare = total() - kept;
        int closed = 0;
        for (Iterator<Idle<S>> all = idle.iterator(); all.hasNext(); ) {
            Idle<S> free = all.next();
            boolean old = now - free.server().openedAt() >= limits.serverLifetime();
            boolean unused = closed < spare
                    && limits.serverIdleTimeout() > 0
                    && now - free.since() >= limits.serverIdleTimeout();
            if (old || unused) {
                all.remove();
                closed++;
                free.server().retire(old ? "server_lifetime" : "server_idle_timeout");
            }
        }
        for (int i = 0; i < closed; i++) {
            gone();
        }
    }

    private void refuseAll(Refusal refusal) {
        for (Waiter<S> waiter = waiting.head(); waiter != null; waiter = waiting.head()) {
            waiting.remove(waiter);
            waiter.onRefused(refusal);
        }
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

    private void notifyLongWaiting(long now) {
        if (limits.queryWaitNotify() == 0) {
            return;
        }
        Waiter<S> waiter = waiting.head();
        while (waiter != null && now - waiter.since() >= limits.queryWaitNotify()) {
            Waiter<S> next = waiter.next;
            waiter.notifyOfWait();
            waiter = next;
        }
    }

    private boolean mayTry() {
        return lastFailure == null || ticker.nanos() - retryAt >= 0;
    }
}
