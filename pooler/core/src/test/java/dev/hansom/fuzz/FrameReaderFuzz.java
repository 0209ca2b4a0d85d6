package dev.hansom.fuzz;

import dev.hansom.wire.FrameReader;
import dev.hansom.wire.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** However a stream of frames is cut into reads, every byte is shown once, in order, with the frame it belongs to. */
public final class FrameReaderFuzz {

    private FrameReaderFuzz() {}

    /** The size of a read, then the stream. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < 2) {
            return;
        }
        int size = 1 + (input[0] & 0xff);
        String whole = read(input, input.length);
        String cut = read(input, size);
        if (!whole.equals(cut)) {
            throw new AssertionError("in one read: " + whole + "\nin reads of " + size + ": " + cut);
        }
    }

    private static String read(byte[] input, int size) {
        Frames frames = new Frames();
        for (int at = 1; at < input.length; at += size) {
            ByteBuf part = Unpooled.wrappedBuffer(input, at, Math.min(size, input.length - at));
            try {
                frames.chunk(part);
            } catch (ProtocolException refused) {
                frames.seen.append('!');
                break;
            }
        }
        frames.end();
        return frames.seen.toString();
    }

    /** Types of one parity pass in parts, the others are waited for; what is kept of an incomplete frame is not shown. */
    private static final class Frames extends FrameReader {

        private final StringBuilder seen = new StringBuilder();

        void chunk(ByteBuf in) throws ProtocolException {
            read(in);
        }

        void end() {
            discard();
        }

        @Override
        protected void open(ByteBuf source) {}

        @Override
        protected void onFrame(ByteBuf source, int type, int at, int end) {
            seen.append(" [").append(type).append(']');
            onPassing(source, at, end);
        }

        @Override
        protected void onPassing(ByteBuf source, int from, int to) {
            for (int i = from; i < to; i++) {
                seen.append((char) (source.getByte(i) & 0xff));
            }
        }

        @Override
        protected boolean mayPass(ByteBuf source, int type, int at, int end) {
            return (type & 1) == 0;
        }

        @Override
        protected void done() {}
    }
}
