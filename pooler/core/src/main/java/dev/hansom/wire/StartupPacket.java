package dev.hansom.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The packets that carry no type byte, because they open a connection. Follows ProcessStartupPacket of PostgreSQL's
 * src/backend/tcop/backend_startup.c, in what it refuses and in its words.
 */
public sealed interface StartupPacket {

    /** The most bytes that may follow the length (MAX_STARTUP_PACKET_LENGTH of src/include/libpq/pqcomm.h). */
    int MAX_LENGTH = 10_000;

    /** The longest cancel key of protocol 3.2, in bytes. */
    int MAX_CANCEL_KEY = 256;

    /** The major version spoken here. */
    int PROTOCOL_MAJOR = 3;

    /** The newest minor version spoken here; 1 was never used. */
    int PROTOCOL_MINOR = 2;

    /** Version 3.0 as it stands in a StartupMessage. */
    int PROTOCOL_3_0 = PROTOCOL_MAJOR << 16;

    int CANCEL_REQUEST_CODE = 1234 << 16 | 5678;
    int SSL_REQUEST_CODE = 1234 << 16 | 5679;
    int GSSENC_REQUEST_CODE = 1234 << 16 | 5680;

    /** Asks for TLS; answered with one byte, after which another packet follows. */
    record SslRequest() implements StartupPacket {}

    /** Asks for GSSAPI encryption; answered with one byte, after which another packet follows. */
    record GssEncRequest() implements StartupPacket {}

    /**
     * Asks to cancel what another connection is running.
     *
     * @param pid as BackendKeyData gave it
     * @param key 1 to 256 bytes, four before protocol 3.2
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by content below, and never changed
    record CancelRequest(int pid, byte[] key) implements StartupPacket {

        @Override
        public boolean equals(Object other) {
            return other instanceof CancelRequest that && pid == that.pid && Arrays.equals(key, that.key);
        }

        @Override
        public int hashCode() {
            return 31 * pid + Arrays.hashCode(key);
        }

        /** Never the key, which is a secret. */
        @Override
        public String toString() {
            return "CancelRequest[pid=" + pid + "]";
        }
    }

    /**
     * Asks for a session.
     *
     * @param major always 3
     * @param minor the version the client would like, which may be above what is spoken here
     * @param parameters in the order they were first named, the last value where a name comes twice; always has a
     *     {@code user} that is not empty; read as UTF-8
     */
    record StartupMessage(int major, int minor, Map<String, String> parameters) implements StartupPacket {

        private static final String OPTION_PREFIX = "_pq_.";

        public StartupMessage {
            parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        }

        /** The minor version to speak: the client's, or the newest here. */
        public int spokenMinor() {
            return Math.min(minor, PROTOCOL_MINOR);
        }

        /** The length of this client's cancel key, as with PostgreSQL: longer from version 3.2 on. */
        public int cancelKeyLength() {
            return spokenMinor() >= 2 ? 32 : Integer.BYTES;
        }

        /** True where the client must be told what is spoken in place of what it asked for. */
        public boolean isToBeNegotiated() {
            return minor > PROTOCOL_MINOR || !unsupportedOptions().isEmpty();
        }

        /** The protocol options asked for, none of which is known here: names that begin with {@code _pq_.}. */
        public List<String> unsupportedOptions() {
            return parameters.keySet().stream()
                    .filter(name -> name.startsWith(OPTION_PREFIX))
                    .toList();
        }
    }

    /**
     * Reads one packet, without touching the indexes of the buffer.
     *
     * @param body what follows the length, all of it and nothing else
     * @throws ProtocolException for what PostgreSQL refuses: 08P01 for a wrong length or layout, 0A000 for another major
     *     version, 28000 where the user is missing
     */
    static StartupPacket parse(ByteBuf body) throws ProtocolException {
        int length = body.readableBytes();
        if (length < Integer.BYTES || length > MAX_LENGTH) {
            throw ProtocolException.violation("invalid length of startup packet");
        }
        int code = body.getInt(body.readerIndex());
        return switch (code) {
            case CANCEL_REQUEST_CODE -> cancelRequest(body);
            case SSL_REQUEST_CODE -> new SslRequest();
            case GSSENC_REQUEST_CODE -> new GssEncRequest();
            default -> startupMessage(code, body);
        };
    }

    private static CancelRequest cancelRequest(ByteBuf body) throws ProtocolException {
        int keyLength = body.readableBytes() - 2 * Integer.BYTES;
        if (keyLength < 0) {
            throw ProtocolException.violation("invalid length of cancel request packet");
        }
        if (keyLength == 0 || keyLength > MAX_CANCEL_KEY) {
            throw ProtocolException.violation("invalid length of cancel key in cancel request packet");
        }
        byte[] key = new byte[keyLength];
        body.getBytes(body.readerIndex() + 2 * Integer.BYTES, key);
        return new CancelRequest(body.getInt(body.readerIndex() + Integer.BYTES), key);
    }

    private static StartupMessage startupMessage(int version, ByteBuf body) throws ProtocolException {
        int major = version >>> 16;
        int minor = version & 0xffff;
        if (major != PROTOCOL_MAJOR) {
            throw new ProtocolException(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "unsupported frontend protocol " + major + "." + minor + ": server supports 3.0 to 3."
                            + PROTOCOL_MINOR);
        }
        Map<String, String> parameters = parameters(body, body.readerIndex() + Integer.BYTES, body.writerIndex());
        if (parameters.getOrDefault("user", "").isEmpty()) {
            throw new ProtocolException(
                    SqlState.INVALID_AUTHORIZATION_SPECIFICATION,
                    "no PostgreSQL user name specified in startup packet");
        }
        return new StartupMessage(major, minor, parameters);
    }

    private static Map<String, String> parameters(ByteBuf body, int from, int end) throws ProtocolException {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = from;
        while (at < end && body.getByte(at) != 0) {
            int nameEnd = FrameScanner.cstringEnd(body, at, end);
            int valueEnd = nameEnd < 0 ? -1 : FrameScanner.cstringEnd(body, nameEnd + 1, end);
            if (valueEnd < 0) {
                throw badLayout();
            }
            String name = body.toString(at, nameEnd - at, StandardCharsets.UTF_8);
            parameters.put(name, body.toString(nameEnd + 1, valueEnd - nameEnd - 1, StandardCharsets.UTF_8));
            at = valueEnd + 1;
        }
        // An empty name is the terminator, and nothing may follow it.
        if (at != end - 1) {
            throw badLayout();
        }
        return parameters;
    }

    private static ProtocolException badLayout() {
        return ProtocolException.violation("invalid startup packet layout: expected terminator as last byte");
    }
}
