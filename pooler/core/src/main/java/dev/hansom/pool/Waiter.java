package dev.hansom.pool;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Somebody in a pool's queue. Linked in place, so that waiting allocates nothing and leaving is cheap. */
public abstract class Waiter<S extends PooledServer> {

    private @Nullable WaiterQueue<S> queue;
    private long since;
    private boolean notified;

    @Nullable Waiter<S> previous;

    @Nullable Waiter<S> next;

    /** It is this waiter's turn: the server is its own until it is released. */
    protected abstract void onServer(S server);

    /** This waiter has been in the queue for {@code query_wait_notify}; told once a wait. */
    protected void onLongWait() {}

    /** This waiter gets no server. */
    protected abstract void onRefused(Refusal refusal);

    /** Parameters for the start-up packet where a connection is opened for this waiter; they must be such as never fail. */
    public abstract Map<String, String> startupParameters();

    /** True while in a queue. */
    public final boolean isWaiting() {
        return queue != null;
    }

    /** When this waiter entered its queue, in nanoseconds. */
    final long since() {
        return since;
    }

    /** Tells the waiter, unless it was told. */
    final void notifyOfWait() {
        if (!notified) {
            notified = true;
            onLongWait();
        }
    }

    final boolean isIn(WaiterQueue<S> candidate) {
        return queue == candidate;
    }

    final void entered(WaiterQueue<S> entered, long now) {
        queue = entered;
        since = now;
        notified = false;
    }

    final void left() {
        queue = null;
        previous = null;
        next = null;
    }
}
