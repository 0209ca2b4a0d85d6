package dev.hansom.lab.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one event loop: every {@code stride}-th index from {@code first} on, each sent when it is due on a
 * connection of this loop or, where none is free, as soon as one is. Runs on that loop alone, apart from
 * {@link #snapshot}, {@link #connected} and {@link #finished}.
 */
final class LoopDriver {

    /** Counts of the whole load so far. */
    record Snapshot(long due, long completed, long failed) {}

    private final EventLoop loop;
    private final Plan plan;
    private final int stride;
    private final List<Connection> connections = new ArrayList<>();
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private final SendTimer timer;
    private final Runnable wakeUpOver = this::wakeUpOver;
    private final CompletableFuture<@Nullable Void> connected = new CompletableFuture<>();
    private final CompletableFuture<Tally> finished = new CompletableFuture<>();
    private volatile Snapshot snapshot = new Snapshot(0, 0, 0);

    private @Nullable Tally tally;
    private @Nullable Future<?> sweeping;
    private long startAt;
    private long next;
    private int sendsInWakeUp;
    private int untried;
    private String refusal = "";

    /**
     * What is the same for all loops.
     *
     * @param end index of the first request that is no longer due
     */
    record Plan(Schedule schedule, RequestMix mix, long end, long timeoutNanos) {}

    LoopDriver(EventLoop loop, Transport transport, Bootstrap bootstrap, Plan plan, int first, int stride, int count) {
        this.loop = loop;
        this.plan = plan;
        this.next = first;
        this.stride = stride;
        this.untried = count;
        timer = transport.timer(loop, this::onTime);
        Bootstrap own = bootstrap.clone(loop);
        for (int i = 0; i < count; i++) {
            connections.add(new Connection(own, this));
        }
    }

    EventLoop loop() {
        return loop;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** Done once each connection has been opened or refused. */
    CompletableFuture<@Nullable Void> connected() {
        return connected;
    }

    /** Done once every request has its outcome. */
    CompletableFuture<Tally> finished() {
        return finished;
    }

    void connect() {
        connections.forEach(Connection::open);
    }

    void start(long at, Tally counts) {
        startAt = at;
        tally = counts;
        long period = Math.max(1_000_000, Math.min(plan.timeoutNanos / 4, 100_000_000));
        sweeping = loop.scheduleAtFixedRate(this::sweep, period, period, TimeUnit.NANOSECONDS);
        armOrFinish();
    }

    /** Ends everything, whatever is outstanding. */
    void stop() {
        timer.close();
        if (sweeping != null) {
            sweeping.cancel(false);
        }
        connections.forEach(Connection::stop);
        next = plan.end;
        waiting.clear();
    }

    private void onTime() {
        // Only what was due at the wake-up: answers must be read between two sends of a loop that has fallen behind.
        long now = System.nanoTime();
        while (next < plan.end && dueAt(next) - now <= 0) {
            long index = next;
            next += stride;
            dispatch(index);
        }
        armOrFinish();
    }

    private void armOrFinish() {
        if (next < plan.end) {
            timer.arm(dueAt(next));
        } else {
            finishIfDone();
        }
    }

    private void dispatch(long index) {
        counts().due(dueAt(index));
        Connection free = idle.poll();
        if (free != null) {
            send(free, index);
        } else if (allRefused()) {
            counts().failed(dueAt(index), "connect", refusal);
        } else {
            waiting.add(index);
        }
    }

    private void send(Connection connection, long index) {
        ByteBuf bytes = ByteBufAllocator.DEFAULT.directBuffer(256);
        plan.mix.write(index, bytes);
        boolean withOthers = sendsInWakeUp++ > 0;
        if (!withOthers) {
            ((SingleThreadEventLoop) loop).executeAfterEventLoopIteration(wakeUpOver);
        }
        long due = dueAt(index);
        long now = System.nanoTime();
        counts().sent(due, now, withOthers);
        connection.send(bytes, due, now);
    }

    private void wakeUpOver() {
        sendsInWakeUp = 0;
    }

    /** A connection can take a request. */
    void onFree(Connection connection) {
        Long index = waiting.poll();
        if (index == null) {
            idle.add(connection);
        } else {
            send(connection, index);
        }
    }

    /** A connection that waited for work was closed by the server. */
    void onIdleClosed(Connection connection) {
        idle.remove(connection);
    }

    /** A connection could not be opened and will be tried again later. */
    void onRefused(String why) {
        refusal = why;
        if (allRefused() && !waiting.isEmpty()) {
            for (long index : waiting) {
                counts().failed(dueAt(index), "connect", why);
            }
            waiting.clear();
            finishIfDone();
        }
    }

    void onAnswer(Connection connection, int status, long now) {
        if (status >= 200 && status < 300) {
            counts().completed(connection.dueAt(), connection.sentAt(), now);
        } else {
            counts().failed(connection.dueAt(), "status " + status, "the server answered " + status);
        }
        finishIfDone();
    }

    void onFailed(Connection connection, String kind, String message) {
        counts().failed(connection.dueAt(), kind, message);
        finishIfDone();
    }

    /** Gives up what is too old and publishes the counts. */
    private void sweep() {
        long oldest = System.nanoTime() - plan.timeoutNanos;
        for (Long head = waiting.peek(); head != null && dueAt(head) - oldest <= 0; head = waiting.peek()) {
            waiting.poll();
            counts().dropped(dueAt(head));
        }
        for (Connection connection : connections) {
            if (connection.state() == Connection.State.BUSY && connection.dueAt() - oldest <= 0) {
                connection.timeOut();
            }
        }
        Tally counts = counts();
        snapshot = new Snapshot(counts.allDue, counts.allCompleted, counts.allFailed);
        finishIfDone();
    }

    private boolean allRefused() {
        for (Connection connection : connections) {
            if (connection.state() != Connection.State.REFUSED) {
                return false;
            }
        }
        return true;
    }

    /** A connection has been opened or refused for the first time. */
    void onFirstOutcome() {
        if (--untried == 0) {
            connected.complete(null);
        }
    }

    private void finishIfDone() {
        if (next < plan.end || !waiting.isEmpty() || finished.isDone()) {
            return;
        }
        for (Connection connection : connections) {
            if (connection.state() == Connection.State.BUSY) {
                return;
            }
        }
        Tally counts = counts();
        snapshot = new Snapshot(counts.allDue, counts.allCompleted, counts.allFailed);
        finished.complete(counts);
    }

    private long dueAt(long index) {
        return startAt + plan.schedule.due(index);
    }

    private Tally counts() {
        if (tally == null) {
            throw new IllegalStateException("the load has not started");
        }
        return tally;
    }
}
