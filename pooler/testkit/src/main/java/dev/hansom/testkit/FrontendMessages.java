package dev.hansom.testkit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client sends. Source: PostgreSQL 18 documentation, section 54.7, messages marked (F). */
public final class FrontendMessages {

    public static final int PROTOCOL_3_0 = 3 << 16;
    public static final int CANCEL_CODE = (1234 << 16) + 5678;
    public static final int SSL_CODE = (1234 << 16) + 5679;
    public static final int GSSENC_CODE = (1234 << 16) + 5680;

    private FrontendMessages() {}

    public static WireMessage startup(Map<String, String> parameters) {
        return startup(PROTOCOL_3_0, parameters);
    }

    public static WireMessage startup(int protocolVersion, Map<String, String> parameters) {
        WireWriter out = new WireWriter().int32(protocolVersion);
        parameters.forEach((name, value) -> out.string(name).string(value));
        return out.int8(0).message(WireMessage.UNTYPED);
    }

    public static WireMessage sslRequest() {
        return new WireWriter().int32(SSL_CODE).message(WireMessage.UNTYPED);
    }

    public static WireMessage gssEncRequest() {
        return new WireWriter().int32(GSSENC_CODE).message(WireMessage.UNTYPED);
    }

    public static WireMessage cancelRequest(BackendKey key) {
        return new WireWriter()
                .int32(CANCEL_CODE)
                .int32(key.processId())
                .bytes(key.secret())
                .message(WireMessage.UNTYPED);
    }

    /** A clear-text password, or what md5 made of it. */
    public static WireMessage password(String password) {
        return new WireWriter().string(password).message('p');
    }

    public static WireMessage saslInitialResponse(String mechanism, String response) {
        byte[] bytes = response.getBytes(StandardCharsets.UTF_8);
        return new WireWriter()
                .string(mechanism)
                .int32(bytes.length)
                .bytes(bytes)
                .message('p');
    }

    public static WireMessage saslResponse(String response) {
        return new WireMessage('p', response.getBytes(StandardCharsets.UTF_8));
    }

    public static WireMessage query(String sql) {
        return new WireWriter().string(sql).message('Q');
    }

    public static WireMessage parse(String statement, String sql, int... parameterTypes) {
        WireWriter out = new WireWriter().string(statement).string(sql).int16(parameterTypes.length);
        for (int type : parameterTypes) {
            out.int32(type);
        }
        return out.message('P');
    }

    /** Parameters and results in text format. */
    public static WireMessage bind(String portal, String statement, @Nullable String... parameters) {
        WireWriter out =
                new WireWriter().string(portal).string(statement).int16(0).int16(parameters.length);
        for (String parameter : parameters) {
            value(out, parameter);
        }
        return out.int16(0).message('B');
    }

    static void value(WireWriter out, @Nullable String text) {
        if (text == null) {
            out.int32(-1);
        } else {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.int32(bytes.length).bytes(bytes);
        }
    }

    public static WireMessage describeStatement(String name) {
        return new WireWriter().int8('S').string(name).message('D');
    }

    public static WireMessage describePortal(String name) {
        return new WireWriter().int8('P').string(name).message('D');
    }

    /** @param maxRows 0 for all */
    public static WireMessage execute(String portal, int maxRows) {
        return new WireWriter().string(portal).int32(maxRows).message('E');
    }

    public static WireMessage closeStatement(String name) {
        return new WireWriter().int8('S').string(name).message('C');
    }

    public static WireMessage closePortal(String name) {
        return new WireWriter().int8('P').string(name).message('C');
    }

    public static WireMessage sync() {
        return new WireMessage('S', new byte[0]);
    }

    public static WireMessage flush() {
        return new WireMessage('H', new byte[0]);
    }

    public static WireMessage terminate() {
        return new WireMessage('X', new byte[0]);
    }

    public static WireMessage copyData(byte[] data) {
        return new WireMessage('d', data);
    }

    public static WireMessage copyDone() {
        return new WireMessage('c', new byte[0]);
    }

    public static WireMessage copyFail(String reason) {
        return new WireWriter().string(reason).message('f');
    }

    /** Parse, Bind, Describe portal, Execute and Sync of the unnamed statement. */
    public static List<WireMessage> extended(String sql, @Nullable String... parameters) {
        return List.of(parse("", sql), bind("", "", parameters), describePortal(""), execute("", 0), sync());
    }
}
