package dev.hansom.fuzz;

import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.StartupPacket;
import io.netty.buffer.Unpooled;

/** Any bytes in place of a start-up packet are understood or refused. */
public final class StartupPacketFuzz {

    private StartupPacketFuzz() {}

    /** The body of one packet, behind its length. */
    public static void fuzzerTestOneInput(byte[] input) {
        try {
            StartupPacket.parse(Unpooled.wrappedBuffer(input));
        } catch (ProtocolException refused) {
            if (refused.sqlState().length() != 5) {
                throw new AssertionError("no SQLSTATE", refused);
            }
        }
    }
}
