package dev.hansom.wire;

import io.netty.buffer.ByteBuf;

/**
 * Reads the headers of typed messages where they lie: one type byte, then an int32 length that counts itself but not the
 * type byte. Positions are absolute indexes into the buffer; no reader index is touched and nothing is allocated.
 *
 * <p>Call order for a message at {@code at}: {@link #hasHeader}, {@link #checkLength} of {@link #length}, {@link
 * #isComplete}, {@link #end}. The last two mean nothing for a length that {@link #checkLength} refuses.
 */
public final class FrameScanner {

    /** Bytes before the body: type and length. */
    public static final int HEADER_BYTES = 5;

    /** The largest length field PostgreSQL takes (PQ_LARGE_MESSAGE_LIMIT of src/include/libpq/libpq.h). */
    public static final int MAX_LENGTH = 0x3fffffff - 1;

    /** A message without a body: the length counts its own four bytes. */
    public static final int MIN_LENGTH = Integer.BYTES;

    private FrameScanner() {}

    /** The type byte, 0 to 255, comparable with the constants of {@link MessageType}. */
    public static int type(ByteBuf buffer, int at) {
        return buffer.getUnsignedByte(at);
    }

    /** The length field as it stands there: includes itself, excludes the type byte, may be nonsense. */
    public static int length(ByteBuf buffer, int at) {
        return buffer.getInt(at + 1);
    }

    /** Whether type and length lie before {@code end}. */
    public static boolean hasHeader(ByteBuf buffer, int at, int end) {
        return end - at >= HEADER_BYTES;
    }

    /** Whether the whole message lies before {@code end}. */
    public static boolean isComplete(ByteBuf buffer, int at, int end) {
        return end - at >= HEADER_BYTES && length(buffer, at) < end - at;
    }

    /** The index after the message that starts at {@code at}. */
    public static int end(ByteBuf buffer, int at) {
        return at + 1 + length(buffer, at);
    }

    /**
     * Refuses the lengths PostgreSQL refuses.
     *
     * @throws ProtocolException 08P01 for a length below {@value #MIN_LENGTH} or above {@value #MAX_LENGTH} bytes
     */
    public static void checkLength(int length) throws ProtocolException {
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            throw ProtocolException.violation("invalid message length");
        }
    }

    /** The index of the first NUL in {@code [from, end)}, or -1 where the string is not terminated. */
    public static int cstringEnd(ByteBuf buffer, int from, int end) {
        return from < end ? buffer.indexOf(from, end, (byte) 0) : -1;
    }
}
