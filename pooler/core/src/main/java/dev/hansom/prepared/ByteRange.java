package dev.hansom.prepared;

import io.netty.buffer.ByteBuf;

/** Hashes and compares bytes where they lie. */
final class ByteRange {

    private ByteRange() {}

    static int hash(ByteBuf source, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + source.getByte(i);
        }
        return hash ^ (hash >>> 15);
    }

    static boolean equal(byte[] expected, ByteBuf source, int from, int to) {
        if (expected.length != to - from) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] != source.getByte(from + i)) {
                return false;
            }
        }
        return true;
    }

    static boolean startsWith(byte[] prefix, ByteBuf source, int from, int to) {
        return to - from >= prefix.length && equal(prefix, source, from, from + prefix.length);
    }

    static byte[] copy(ByteBuf source, int from, int to) {
        byte[] bytes = new byte[to - from];
        source.getBytes(from, bytes);
        return bytes;
    }
}
