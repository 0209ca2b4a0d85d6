package dev.hansom.wire;

import static dev.hansom.wire.BackendMessages.begin;
import static dev.hansom.wire.BackendMessages.beginUntyped;
import static dev.hansom.wire.BackendMessages.finish;
import static dev.hansom.wire.BackendMessages.string;

import dev.hansom.wire.MessageType.Frontend;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * Writes the messages of a client, each whole, at the writer index of {@code out}. Strings go out as UTF-8 and must not
 * contain a NUL; names are bytes because they are passed on as they came. Layouts: PostgreSQL documentation, "Message
 * Formats".
 */
public final class FrontendMessages {

    private FrontendMessages() {}

    /** StartupMessage of protocol 3.0; {@code parameters} must have {@code user}. */
    public static void startup(ByteBuf out, Map<String, String> parameters) {
        int start = beginUntyped(out);
        out.writeInt(StartupPacket.PROTOCOL_3_0);
        parameters.forEach((name, value) -> {
            string(out, name);
            string(out, value);
        });
        out.writeByte(0);
        finish(out, start);
    }

    public static void sslRequest(ByteBuf out) {
        out.writeInt(2 * Integer.BYTES).writeInt(StartupPacket.SSL_REQUEST_CODE);
    }

    /** CancelRequest with the key as BackendKeyData gave it. */
    public static void cancelRequest(ByteBuf out, int pid, byte[] key) {
        out.writeInt(3 * Integer.BYTES + key.length).writeInt(StartupPacket.CANCEL_REQUEST_CODE);
        out.writeInt(pid).writeBytes(key);
    }

    /** PasswordMessage: a plain password or the answer to an md5 challenge. */
    public static void password(ByteBuf out, String password) {
        int start = begin(out, Frontend.PASSWORD);
        string(out, password);
        finish(out, start);
    }

    public static void saslInitialResponse(ByteBuf out, String mechanism, byte[] data) {
        int start = begin(out, Frontend.PASSWORD);
        string(out, mechanism);
        out.writeInt(data.length).writeBytes(data);
        finish(out, start);
    }

    public static void saslResponse(ByteBuf out, byte[] data) {
        out.writeByte(Frontend.PASSWORD).writeInt(Integer.BYTES + data.length).writeBytes(data);
    }

    /** A simple Query. */
    public static void query(ByteBuf out, String sql) {
        int start = begin(out, Frontend.QUERY);
        string(out, sql);
        finish(out, start);
    }

    /** A simple Query of a text in the client's encoding. */
    public static void query(ByteBuf out, byte[] sql) {
        out.writeByte(Frontend.QUERY).writeInt(Integer.BYTES + sql.length + 1);
        out.writeBytes(sql).writeByte(0);
    }

    public static void sync(ByteBuf out) {
        out.writeByte(Frontend.SYNC).writeInt(Integer.BYTES);
    }

    /** CopyFail; a server that is not in COPY IN passes over it. */
    public static void copyFail(ByteBuf out, String reason) {
        int start = begin(out, Frontend.COPY_FAIL);
        string(out, reason);
        finish(out, start);
    }

    public static void terminate(ByteBuf out) {
        out.writeByte(Frontend.TERMINATE).writeInt(Integer.BYTES);
    }

    /** Close; {@code kind} is S (prepared statement) or P (portal), {@code name} comes without its NUL. */
    public static void close(ByteBuf out, byte kind, byte[] name) {
        out.writeByte(Frontend.CLOSE).writeInt(Integer.BYTES + 1 + name.length + 1);
        out.writeByte(kind).writeBytes(name).writeByte(0);
    }

    /**
     * Parse under the given name.
     *
     * @param name without its NUL
     * @param rest all that follows the name: the terminated text, the number of parameter types, the types
     */
    public static void parse(ByteBuf out, byte[] name, byte[] rest) {
        parseHeader(out, name, rest.length);
        out.writeBytes(rest);
    }

    /** As {@link #parse(ByteBuf, byte[], byte[])}; {@code rest} keeps its indexes and its reference count. */
    public static void parse(ByteBuf out, byte[] name, ByteBuf rest) {
        parseHeader(out, name, rest.readableBytes());
        out.writeBytes(rest, rest.readerIndex(), rest.readableBytes());
    }

    private static void parseHeader(ByteBuf out, byte[] name, int restLength) {
        out.writeByte(Frontend.PARSE).writeInt(Integer.BYTES + name.length + 1 + restLength);
        out.writeBytes(name).writeByte(0);
    }
}
