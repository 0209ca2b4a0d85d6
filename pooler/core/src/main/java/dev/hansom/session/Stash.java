package dev.hansom.session;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** What a client sends while it waits for a server. Loop-confined. */
final class Stash {

    /** Bytes of a waiting client that are held before its socket is left alone. */
    private static final int LIMIT = 1 << 16;

    private @Nullable ByteBuf held;

    /** Copies what has come; false where no more should come for now. */
    boolean add(ByteBuf in) {
        ByteBuf bytes = held;
        if (bytes == null) {
            bytes = in.alloc().buffer(Math.max(256, in.readableBytes()));
            held = bytes;
        }
        bytes.writeBytes(in, in.readerIndex(), in.readableBytes());
        return bytes.readableBytes() <= LIMIT;
    }

    boolean isEmpty() {
        return held == null;
    }

    /** Gives away what is held, for the caller to release; null where it is nothing. */
    @Nullable ByteBuf take() {
        ByteBuf bytes = held;
        held = null;
        return bytes;
    }

    void release() {
        ByteBuf bytes = take();
        if (bytes != null) {
            bytes.release();
        }
    }
}
