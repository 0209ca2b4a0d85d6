package dev.hansom.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One message of the PostgreSQL protocol 3.0 as it is on the wire, in either direction. Written on its own, without a
 * line of the pooler's codec, so that a mistake there is not repeated here.
 *
 * @param type the type byte, or {@link #UNTYPED} for what comes before the protocol proper: StartupMessage, SSLRequest,
 *     GSSENCRequest and CancelRequest
 * @param body everything after the length word; not copied
 */
public record WireMessage(char type, byte[] body) {

    public static final char UNTYPED = '\0';

    /** The message with type byte and length word. */
    public byte[] encode() {
        WireWriter out = new WireWriter();
        if (type != UNTYPED) {
            out.int8(type);
        }
        return out.int32(body.length + 4).bytes(body).toByteArray();
    }

    /** Several messages back to back, as one packet would hold them. */
    public static byte[] encode(WireMessage... messages) {
        return encode(List.of(messages));
    }

    /** Several messages back to back, as one packet would hold them. */
    public static byte[] encode(List<WireMessage> messages) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        messages.forEach(message -> out.writeBytes(message.encode()));
        return out.toByteArray();
    }

    /** A cursor at the start of the body. */
    public WireReader reader() {
        return new WireReader(body);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WireMessage that && type == that.type && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * type + Arrays.hashCode(body);
    }

    /** Type and printable body, for a failed test to show: {@code Q(12)"SELECT 1\0"}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(type == UNTYPED ? "untyped" : String.valueOf(type))
                .append('(')
                .append(body.length)
                .append(")\"");
        int shown = Math.min(body.length, 200);
        for (char c : new String(body, 0, shown, StandardCharsets.ISO_8859_1).toCharArray()) {
            if (c == 0) {
                text.append("\\0");
            } else if (c < ' ' || c > '~') {
                text.append("\\x").append(String.format("%02x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.append(shown < body.length ? "...\"" : "\"").toString();
    }
}
