package dev.hansom.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands every channel of one loop the same buffer to read into, again and again: whoever handles an event is done with
 * the bytes when it returns, or has copied them. One read an event, unless it filled the buffer; none where the socket is
 * to be left alone from that read on. Loop-confined.
 */
final class ReadBuffers implements RecvByteBufAllocator {

    static final int SIZE = 1 << 14;

    /** After so many full buffers it is the turn of other sockets. */
    private static final int MESSAGES_AN_EVENT = 16;

    private ByteBuf shared = newBuffer();

    @Override
    @SuppressWarnings("deprecation")
    public Handle newHandle() {
        return new SharedHandle();
    }

    void release() {
        shared.release();
    }

    private ByteBuf take() {
        if (shared.refCnt() != 1) {
            shared.release();
            shared = newBuffer();
        }
        return shared.clear().retain();
    }

    private static ByteBuf newBuffer() {
        return UnpooledByteBufAllocator.DEFAULT.directBuffer(SIZE, SIZE);
    }

    private final class SharedHandle implements ExtendedHandle {

        private int attempted;
        private int last;
        private int messages;
        private @Nullable ChannelConfig config;

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return take();
        }

        @Override
        public int guess() {
            return SIZE;
        }

        @Override
        public void reset(ChannelConfig config) {
            this.config = config;
            attempted = 0;
            last = 0;
            messages = 0;
        }

        @Override
        public void incMessagesRead(int more) {
            messages += more;
        }

        @Override
        public void lastBytesRead(int bytes) {
            last = bytes;
        }

        @Override
        public int lastBytesRead() {
            return last;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attempted = bytes;
        }

        @Override
        public int attemptedBytesRead() {
            return attempted;
        }

        @Override
        public boolean continueReading() {
            ChannelConfig reading = config;
            return last == attempted
                    && last > 0
                    && messages < MESSAGES_AN_EVENT
                    && reading != null
                    && reading.isAutoRead();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return continueReading();
        }

        @Override
        public void readComplete() {}
    }
}
