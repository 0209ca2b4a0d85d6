package dev.hansom.wire;

import dev.hansom.wire.MessageType.Backend;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages of a server, each whole, at the writer index of {@code out}. Strings go out as UTF-8 and must not
 * contain a NUL. Layouts: PostgreSQL documentation, "Message Formats".
 */
public final class BackendMessages {

    private BackendMessages() {}

    /** An ErrorResponse; {@code severity} is ERROR, FATAL or PANIC. */
    public static void errorResponse(
            ByteBuf out, String severity, String sqlState, String message, @Nullable String hint) {
        report(out, Backend.ERROR_RESPONSE, severity, sqlState, message, hint);
    }

    /** A NoticeResponse; {@code severity} is WARNING, NOTICE, DEBUG, INFO or LOG. */
    public static void noticeResponse(
            ByteBuf out, String severity, String sqlState, String message, @Nullable String hint) {
        report(out, Backend.NOTICE_RESPONSE, severity, sqlState, message, hint);
    }

    public static void authenticationOk(ByteBuf out) {
        authentication(out, AuthenticationCode.OK, new byte[0]);
    }

    /** AuthenticationMD5Password with its salt of four bytes. */
    public static void authenticationMd5(ByteBuf out, byte[] salt) {
        if (salt.length != Integer.BYTES) {
            throw new IllegalArgumentException("an md5 salt has 4 bytes, not " + salt.length);
        }
        authentication(out, AuthenticationCode.MD5_PASSWORD, salt);
    }

    /** AuthenticationSASL with the names of the mechanisms, the preferred one first. */
    public static void authenticationSasl(ByteBuf out, List<String> mechanisms) {
        int start = begin(out, Backend.AUTHENTICATION);
        out.writeInt(AuthenticationCode.SASL);
        mechanisms.forEach(mechanism -> string(out, mechanism));
        out.writeByte(0);
        finish(out, start);
    }

    public static void authenticationSaslContinue(ByteBuf out, byte[] data) {
        authentication(out, AuthenticationCode.SASL_CONTINUE, data);
    }

    public static void authenticationSaslFinal(ByteBuf out, byte[] data) {
        authentication(out, AuthenticationCode.SASL_FINAL, data);
    }

    public static void parameterStatus(ByteBuf out, String name, String value) {
        int start = begin(out, Backend.PARAMETER_STATUS);
        string(out, name);
        string(out, value);
        finish(out, start);
    }

    /** BackendKeyData; a key of other than four bytes needs protocol 3.2. */
    public static void backendKeyData(ByteBuf out, int pid, byte[] key) {
        int start = begin(out, Backend.BACKEND_KEY_DATA);
        out.writeInt(pid).writeBytes(key);
        finish(out, start);
    }

    /** ReadyForQuery; {@code status} is I (idle), T (in a transaction) or E (in a failed one). */
    public static void readyForQuery(ByteBuf out, byte status) {
        out.writeByte(Backend.READY_FOR_QUERY).writeInt(Integer.BYTES + 1).writeByte(status);
    }

    public static void parseComplete(ByteBuf out) {
        out.writeByte(Backend.PARSE_COMPLETE).writeInt(Integer.BYTES);
    }

    public static void commandComplete(ByteBuf out, String tag) {
        int start = begin(out, Backend.COMMAND_COMPLETE);
        string(out, tag);
        finish(out, start);
    }

    public static void closeComplete(ByteBuf out) {
        out.writeByte(Backend.CLOSE_COMPLETE).writeInt(Integer.BYTES);
    }

    /** NegotiateProtocolVersion: the newest minor version spoken here, and the {@code _pq_.} options not known here. */
    public static void negotiateProtocolVersion(ByteBuf out, int minor, List<String> options) {
        int start = begin(out, Backend.NEGOTIATE_PROTOCOL_VERSION);
        out.writeInt(StartupPacket.PROTOCOL_MAJOR << 16 | minor).writeInt(options.size());
        options.forEach(option -> string(out, option));
        finish(out, start);
    }

    private static void authentication(ByteBuf out, int code, byte[] data) {
        out.writeByte(Backend.AUTHENTICATION).writeInt(2 * Integer.BYTES + data.length);
        out.writeInt(code).writeBytes(data);
    }

    private static void report(
            ByteBuf out, byte type, String severity, String sqlState, String message, @Nullable String hint) {
        int start = begin(out, type);
        field(out, 'S', severity);
        field(out, 'V', severity);
        field(out, 'C', sqlState);
        field(out, 'M', message);
        if (hint != null) {
            field(out, 'H', hint);
        }
        out.writeByte(0);
        finish(out, start);
    }

    /** Reports quote what a peer sent, so a NUL is shown here and refused everywhere else. */
    private static void field(ByteBuf out, char code, String value) {
        out.writeByte(code);
        string(out, value.replace('\0', '?'));
    }

    /** Writes type and an empty length; returns where the length goes. */
    static int begin(ByteBuf out, byte type) {
        out.writeByte(type);
        return beginUntyped(out);
    }

    static int beginUntyped(ByteBuf out) {
        int start = out.writerIndex();
        out.writeInt(0);
        return start;
    }

    static void finish(ByteBuf out, int start) {
        out.setInt(start, out.writerIndex() - start);
    }

    static void string(ByteBuf out, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a protocol string cannot contain a NUL: " + value.replace("\0", "\\0"));
        }
        ByteBufUtil.writeUtf8(out, value);
        out.writeByte(0);
    }
}
