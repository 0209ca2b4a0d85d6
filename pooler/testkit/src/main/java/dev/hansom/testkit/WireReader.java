package dev.hansom.testkit;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A cursor over a message body. Reading past the end throws {@link BufferUnderflowException}. */
public final class WireReader {

    private final ByteBuffer in;

    public WireReader(byte[] body) {
        this.in = ByteBuffer.wrap(body);
    }

    public int remaining() {
        return in.remaining();
    }

    /** An unsigned byte. */
    public int int8() {
        return in.get() & 0xff;
    }

    public int int16() {
        return in.getShort();
    }

    public int int32() {
        return in.getInt();
    }

    public byte[] bytes(int count) {
        if (count > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    /** Everything that is left. */
    public byte[] rest() {
        return bytes(in.remaining());
    }

    /** UTF-8 text of this many bytes. */
    public String string(int bytes) {
        return new String(bytes(bytes), StandardCharsets.UTF_8);
    }

    /** UTF-8 text up to the next zero byte, which is consumed. */
    public String string() {
        int start = in.position();
        while (in.get() != 0) {
            // get() moves on and throws at the end.
        }
        return new String(Arrays.copyOfRange(in.array(), start, in.position() - 1), StandardCharsets.UTF_8);
    }
}
