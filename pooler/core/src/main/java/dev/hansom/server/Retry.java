package dev.hansom.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The holder's last batch as it came, for as long as it can be sent once more: when the server answers nothing but that it
 * does not run a statement as it had prepared it, because a table has changed or the statement is gone. Loop-confined.
 */
public final class Retry {

    private static final int LIMIT = 1 << 12;

    private enum State {
        NONE,
        KEPT,
        /** The batch has failed and comes again when the server is ready. */
        DUE,
        /** It comes again now, for the last time. */
        AGAIN
    }

    private byte[] batch = new byte[256];
    private int length;
    private State state = State.NONE;

    /** Keeps a batch that begins outside a transaction and ends with its only Sync; one that comes again is not kept. */
    public void keep(ByteBuf source, int from, int to) {
        if (state == State.AGAIN || to - from > LIMIT) {
            state = State.NONE;
            return;
        }
        length = to - from;
        if (length > batch.length) {
            batch = new byte[Math.min(LIMIT, Math.max(length, 2 * batch.length))];
        }
        source.getBytes(from, batch, 0, length);
        state = State.KEPT;
    }

    /** There is no such batch, or the holder has been answered something of it. */
    public void drop() {
        if (state == State.KEPT) {
            state = State.NONE;
        }
    }

    boolean isKept() {
        return state == State.KEPT;
    }

    void fail() {
        state = State.DUE;
    }

    boolean isDue() {
        return state == State.DUE;
    }

    /** The batch, valid until the next is kept. */
    ByteBuf again() {
        state = State.AGAIN;
        return Unpooled.wrappedBuffer(batch, 0, length);
    }
}
