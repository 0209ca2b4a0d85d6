package dev.hansom.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a {@link ScriptedServer} does on one connection, step by step. Immutable: each method returns a longer script.
 * After the last step the connection stays open and whatever comes in is recorded.
 */
public record ServerScript(List<Step> steps) {

    /** One thing the server does. */
    sealed interface Step {}

    /** Waits for a StartupMessage; refuses encryption on the way. */
    record Startup(String complaint, Predicate<Map<String, String>> parameters) implements Step {}

    /** Waits for one message. */
    record Expect(String what, char type, Predicate<WireMessage> matcher) implements Step {}

    /** Sends bytes, in pieces of this size. */
    record Send(byte[] bytes, int pieceSize) implements Step {}

    /** Answers every message until the client leaves. */
    record Answer(Function<WireMessage, List<WireMessage>> answers) implements Step {}

    /** Neither reads nor writes until the test says so. */
    record Stall() implements Step {}

    /** Ends the connection. */
    record End(Ending ending) implements Step {}

    enum Ending {
        /** As a server that exits. */
        CLOSE,
        /** As a server whose host is gone. */
        RESET,
        /** No more is sent, but the connection can still be written to. */
        HALF_CLOSE
    }

    public ServerScript {
        steps = List.copyOf(steps);
    }

    public static ServerScript empty() {
        return new ServerScript(List.of());
    }

    /** A login without password: parameters as of a PostgreSQL 18, this backend key, ReadyForQuery I. */
    public static ServerScript login(BackendKey key) {
        return empty().startup()
                .reply(
                        BackendMessages.authenticationOk(),
                        BackendMessages.parameterStatus("server_version", "18.0"),
                        BackendMessages.parameterStatus("server_encoding", "UTF8"),
                        BackendMessages.parameterStatus("client_encoding", "UTF8"),
                        BackendMessages.parameterStatus("DateStyle", "ISO, MDY"),
                        BackendMessages.parameterStatus("TimeZone", "UTC"),
                        BackendMessages.parameterStatus("integer_datetimes", "on"),
                        BackendMessages.parameterStatus("standard_conforming_strings", "on"),
                        BackendMessages.backendKeyData(key),
                        BackendMessages.readyForQuery('I'));
    }

    /** {@link #login(BackendKey)} with process id 1 and secret 2. */
    public static ServerScript login() {
        return login(BackendKey.of(1, 2));
    }

    /** Waits for a StartupMessage. SSLRequest and GSSENCRequest before it are answered N. */
    public ServerScript startup() {
        return startup("none", parameters -> true);
    }

    /** @param complaint for the failure message */
    public ServerScript startup(String complaint, Predicate<Map<String, String>> parameters) {
        return then(new Startup(complaint, parameters));
    }

    /** Waits for a message of this type, whatever is in it. */
    public ServerScript expect(char type) {
        return expect("any", type, message -> true);
    }

    /** Waits for messages of these types, for example {@code PBES}. */
    public ServerScript expectTypes(String types) {
        ServerScript script = this;
        for (int i = 0; i < types.length(); i++) {
            script = script.expect(types.charAt(i));
        }
        return script;
    }

    /** Waits for exactly these messages. */
    public ServerScript expect(WireMessage... messages) {
        ServerScript script = this;
        for (WireMessage message : messages) {
            script = script.expect(message.toString(), message.type(), message::equals);
        }
        return script;
    }

    /** @param what for the failure message */
    public ServerScript expect(String what, char type, Predicate<WireMessage> matcher) {
        return then(new Expect(what, type, matcher));
    }

    /** Sends these messages in one write. */
    public ServerScript reply(WireMessage... messages) {
        return replyBytes(WireMessage.encode(messages));
    }

    /** Sends bytes in one write: broken messages, half ones, whatever. */
    public ServerScript replyBytes(byte[] bytes) {
        return replyInPieces(bytes, Math.max(1, bytes.length));
    }

    /** Sends at most {@code pieceSize} bytes with each write. */
    public ServerScript replyInPieces(byte[] bytes, int pieceSize) {
        return then(new Send(bytes.clone(), pieceSize));
    }

    /** Sends the first half of a message: what comes next decides whether the rest ever follows. */
    public ServerScript replyHalf(WireMessage message) {
        byte[] whole = message.encode();
        byte[] half = new byte[whole.length / 2];
        System.arraycopy(whole, 0, half, 0, half.length);
        return replyBytes(half);
    }

    /** From here on every message but Terminate is answered by this function, until the client leaves. */
    public ServerScript answer(Function<WireMessage, List<WireMessage>> answers) {
        return then(new Answer(answers));
    }

    /** Neither reads nor writes until {@link ScriptedConnection#resume}. */
    public ServerScript stall() {
        return then(new Stall());
    }

    public ServerScript close() {
        return then(new End(Ending.CLOSE));
    }

    public ServerScript reset() {
        return then(new End(Ending.RESET));
    }

    public ServerScript halfClose() {
        return then(new End(Ending.HALF_CLOSE));
    }

    /** This script and then that one. */
    public ServerScript then(ServerScript more) {
        List<Step> all = new ArrayList<>(steps);
        all.addAll(more.steps);
        return new ServerScript(all);
    }

    private ServerScript then(Step step) {
        return then(new ServerScript(List.of(step)));
    }
}
