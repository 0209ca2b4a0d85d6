package dev.hansom.testkit;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a server sends. Source: PostgreSQL 18 documentation, section 54.7, messages marked (B). */
public final class BackendMessages {

    private static final int TEXT_OID = 25;

    private BackendMessages() {}

    public static WireMessage authenticationOk() {
        return authentication(0).message('R');
    }

    public static WireMessage authenticationCleartext() {
        return authentication(3).message('R');
    }

    /** @param salt four bytes */
    public static WireMessage authenticationMd5(byte[] salt) {
        return authentication(5).bytes(salt).message('R');
    }

    public static WireMessage authenticationSasl(String... mechanisms) {
        WireWriter out = authentication(10);
        for (String mechanism : mechanisms) {
            out.string(mechanism);
        }
        return out.int8(0).message('R');
    }

    public static WireMessage authenticationSaslContinue(String data) {
        return authentication(11).bytes(data.getBytes(StandardCharsets.UTF_8)).message('R');
    }

    public static WireMessage authenticationSaslFinal(String data) {
        return authentication(12).bytes(data.getBytes(StandardCharsets.UTF_8)).message('R');
    }

    private static WireWriter authentication(int code) {
        return new WireWriter().int32(code);
    }

    public static WireMessage parameterStatus(String name, String value) {
        return new WireWriter().string(name).string(value).message('S');
    }

    public static WireMessage backendKeyData(BackendKey key) {
        return new WireWriter().int32(key.processId()).bytes(key.secret()).message('K');
    }

    /** The plain form; for the rich one see {@link ReadyForQuery}. */
    public static WireMessage readyForQuery(char status) {
        return ReadyForQuery.plain(status).message();
    }

    public static WireMessage parseComplete() {
        return new WireMessage('1', new byte[0]);
    }

    public static WireMessage bindComplete() {
        return new WireMessage('2', new byte[0]);
    }

    public static WireMessage closeComplete() {
        return new WireMessage('3', new byte[0]);
    }

    public static WireMessage noData() {
        return new WireMessage('n', new byte[0]);
    }

    public static WireMessage emptyQueryResponse() {
        return new WireMessage('I', new byte[0]);
    }

    public static WireMessage portalSuspended() {
        return new WireMessage('s', new byte[0]);
    }

    public static WireMessage commandComplete(String tag) {
        return new WireWriter().string(tag).message('C');
    }

    public static WireMessage parameterDescription(int... types) {
        WireWriter out = new WireWriter().int16(types.length);
        for (int type : types) {
            out.int32(type);
        }
        return out.message('t');
    }

    /** Columns of type text in text format that belong to no table. */
    public static WireMessage rowDescription(String... columns) {
        WireWriter out = new WireWriter().int16(columns.length);
        for (String column : columns) {
            out.string(column)
                    .int32(0)
                    .int16(0)
                    .int32(TEXT_OID)
                    .int16(-1)
                    .int32(-1)
                    .int16(0);
        }
        return out.message('T');
    }

    public static WireMessage dataRow(@Nullable String... values) {
        WireWriter out = new WireWriter().int16(values.length);
        for (String value : values) {
            FrontendMessages.value(out, value);
        }
        return out.message('D');
    }

    public static WireMessage error(String severity, String sqlState, String message) {
        return fields(severity, sqlState, message).message('E');
    }

    public static WireMessage notice(String severity, String sqlState, String message) {
        return fields(severity, sqlState, message).message('N');
    }

    private static WireWriter fields(String severity, String sqlState, String message) {
        return new WireWriter()
                .int8('S')
                .string(severity)
                .int8('V')
                .string(severity)
                .int8('C')
                .string(sqlState)
                .int8('M')
                .string(message)
                .int8(0);
    }

    public static WireMessage notification(int processId, String channel, String payload) {
        return new WireWriter().int32(processId).string(channel).string(payload).message('A');
    }

    /** Text format, no columns named. */
    public static WireMessage copyInResponse() {
        return new WireWriter().int8(0).int16(0).message('G');
    }

    /** Text format, no columns named. */
    public static WireMessage copyOutResponse() {
        return new WireWriter().int8(0).int16(0).message('H');
    }
}
