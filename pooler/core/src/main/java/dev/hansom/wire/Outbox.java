package dev.hansom.wire;

import io.netty.buffer.ByteBuf;

/**
 * Collects what one readable event has to send, so that it leaves in one send. Runs of frames that are forwarded as they
 * came stay in the buffer they came in; only where a frame is left out, written anew or put between are they copied to
 * a scratch buffer. One of these serves all sockets of a loop in one direction: open, fill, flush, before anybody else.
 */
public final class Outbox {

    private static final int KEPT_SCRATCH = 1 << 18;

    private final ByteBuf scratch;
    private ByteBuf source;
    private int runFrom;
    private int runTo;

    /** An outbox that copies to this buffer, which it owns. */
    public Outbox(ByteBuf scratch) {
        this.scratch = scratch;
        this.source = scratch;
    }

    /** Starts an event: forwarded runs are indexes of this buffer. */
    public void open(ByteBuf from) {
        assert isEmpty();
        this.source = from;
    }

    /** Forwards the bytes from index {@code from} to {@code to} of the open buffer as they are. */
    public void forward(int from, int to) {
        if (runTo == from && runTo > runFrom) {
            runTo = to;
        } else {
            spill();
            runFrom = from;
            runTo = to;
        }
    }

    /** The buffer to write bytes of our own to, behind what was collected so far. */
    public ByteBuf write() {
        spill();
        return scratch;
    }

    /** True where there is nothing to send. */
    public boolean isEmpty() {
        return runTo == runFrom && !scratch.isReadable();
    }

    /**
     * Sends what was collected.
     *
     * @return the number of bytes
     */
    public int flush(Link link) {
        int bytes;
        if (scratch.isReadable()) {
            spill();
            bytes = scratch.readableBytes();
            link.send(scratch, scratch.readerIndex(), scratch.writerIndex());
        } else {
            bytes = runTo - runFrom;
            if (bytes > 0) {
                link.send(source, runFrom, runTo);
            }
        }
        clear();
        return bytes;
    }

    /** Forgets what was collected: its receiver is gone. */
    public void clear() {
        runFrom = 0;
        runTo = 0;
        scratch.clear();
        if (scratch.capacity() > KEPT_SCRATCH) {
            scratch.capacity(KEPT_SCRATCH);
        }
    }

    /** Gives the scratch buffer back. */
    public void release() {
        scratch.release();
    }

    private void spill() {
        if (runTo > runFrom) {
            scratch.writeBytes(source, runFrom, runTo - runFrom);
        }
        runFrom = 0;
        runTo = 0;
    }
}
