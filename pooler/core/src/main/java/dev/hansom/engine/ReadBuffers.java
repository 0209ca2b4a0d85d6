package dev.hansom.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Hands every channel of one loop the same buffer to read into, again and again: whoever handles an event is done with
 * the bytes when it returns, or has copied them. One read an event, unless it filled the buffer. Loop-confined.
 */
final class ReadBuffers implements RecvByteBufAllocator {

    static final int SIZE = 1 << 14;

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
            attempted = 0;
            last = 0;
        }

        @Override
        public void incMessagesRead(int messages) {}

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
            return last == attempted && last > 0;
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return continueReading();
        }

        @Override
        public void readComplete() {}
    }
}
