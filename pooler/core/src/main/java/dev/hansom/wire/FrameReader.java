package dev.hansom.wire;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a socket delivers into frames, in place. A frame that is complete is shown where it lies; of one that is not,
 * either the part that has come is shown and the rest passes through as it comes, or its beginning is kept until it is
 * complete: the subclass says which. Confined to the socket's event loop.
 */
public abstract class FrameReader {

    private @Nullable ByteBuf kept;
    private int passing;

    /**
     * Walks through the frames of one chunk. The buffer stays the caller's.
     *
     * @throws ProtocolException for a length that no frame can have
     */
    protected final void read(ByteBuf in) throws ProtocolException {
        ByteBuf source = in;
        ByteBuf started = kept;
        if (started != null) {
            started.writeBytes(in, in.readerIndex(), in.readableBytes());
            source = started;
        }
        int at = source.readerIndex();
        int end = source.writerIndex();
        open(source);
        while (at < end) {
            if (passing > 0) {
                int part = Math.min(passing, end - at);
                passing -= part;
                onPassing(source, at, at + part);
                at += part;
                continue;
            }
            if (!FrameScanner.hasHeader(source, at, end)) {
                break;
            }
            int type = FrameScanner.type(source, at);
            int length = FrameScanner.length(source, at);
            FrameScanner.checkLength(length);
            int missing = length + 1 - (end - at);
            if (missing > 0) {
                if (!mayPass(source, type, at, end)) {
                    break;
                }
                passing = missing;
            }
            int shown = Math.min(at + 1 + length, end);
            onFrame(source, type, at, shown);
            at = shown;
        }
        done();
        keep(source, at, end);
    }

    /** True while the rest of a frame that was shown in part is still to come. */
    protected final boolean isPassing() {
        return passing > 0;
    }

    /** True in the middle of a frame, shown in part or kept. */
    protected final boolean isMidFrame() {
        return passing > 0 || kept != null;
    }

    /** Gives kept bytes back; nothing may be read afterwards. */
    protected final void discard() {
        ByteBuf started = kept;
        if (started != null) {
            kept = null;
            started.release();
        }
        passing = 0;
    }

    /** A chunk begins: indexes until {@link #done()} are indexes of this buffer. */
    protected abstract void open(ByteBuf source);

    /** The frame of this type from its type byte at {@code at} to {@code end}, which is its end or that of the chunk. */
    protected abstract void onFrame(ByteBuf source, int type, int at, int end) throws ProtocolException;

    /** More of the frame shown last, which was not complete then. */
    protected abstract void onPassing(ByteBuf source, int from, int to);

    /** May this incomplete frame be shown in parts? Otherwise it is kept until it is complete. */
    protected abstract boolean mayPass(ByteBuf source, int type, int at, int end);

    /** All frames of the chunk were shown. */
    protected abstract void done();

    private void keep(ByteBuf source, int at, int end) {
        ByteBuf started = kept;
        if (at == end) {
            if (started != null) {
                kept = null;
                started.release();
            }
        } else if (started == null) {
            ByteBuf copy = source.alloc().directBuffer(Math.max(256, end - at));
            copy.writeBytes(source, at, end - at);
            kept = copy;
        } else {
            started.readerIndex(at).discardReadBytes();
        }
    }
}
