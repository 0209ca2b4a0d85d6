package dev.hansom.pool;

import org.jspecify.annotations.Nullable;

/** First come, first served. Confined to the pool's event loop. */
final class WaiterQueue<S extends PooledServer> {

    private @Nullable Waiter<S> head;
    private @Nullable Waiter<S> tail;
    private int size;

    int size() {
        return size;
    }

    @Nullable Waiter<S> head() {
        return head;
    }

    void add(Waiter<S> waiter, long now) {
        assert !waiter.isWaiting();
        waiter.entered(this, now);
        Waiter<S> last = tail;
        if (last == null) {
            head = waiter;
        } else {
            last.next = waiter;
            waiter.previous = last;
        }
        tail = waiter;
        size++;
    }

    /** Takes a waiter out, wherever it stands; false where it does not wait here. */
    boolean remove(Waiter<S> waiter) {
        if (!waiter.isIn(this)) {
            return false;
        }
        Waiter<S> before = waiter.previous;
        Waiter<S> after = waiter.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        waiter.left();
        size--;
        return true;
    }
}
