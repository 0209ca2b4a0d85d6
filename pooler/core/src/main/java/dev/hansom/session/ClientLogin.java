package dev.hansom.session;

import dev.hansom.auth.Authenticator;
import dev.hansom.auth.ClientAuthenticator;
import dev.hansom.server.ServerPool;
import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import dev.hansom.wire.MessageType.Frontend;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import dev.hansom.wire.StartupPacket;
import dev.hansom.wire.StartupPacket.StartupMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One client from its first byte until it is let in or turned away. Loop-confined. */
final class ClientLogin implements LinkEvents {

    private static final Logger LOG = Logger.getLogger(ClientLogin.class);
    private static final int MAX_PASSWORD_MESSAGE = 65535 + 4;

    private enum Step {
        STARTUP,
        PASSWORD,
        SETTINGS,
        ENDED
    }

    private final SessionRegistry registry;
    private final Link link;
    private final long since;
    private final ByteBuf received = Unpooled.buffer(256);
    private final ByteBuf answer = Unpooled.buffer(256);
    private Step step = Step.STARTUP;
    private boolean sslAsked;
    private boolean gssAsked;
    private @Nullable ClientAuthenticator authenticator;
    private @Nullable ClientStart start;
    private boolean counted;

    ClientLogin(SessionRegistry registry, Link link, long now) {
        this.registry = registry;
        this.link = link;
        this.since = now;
    }

    void checkTimeout(long now, long limit) {
        if (now - since >= limit) {
            turnAway(SqlState.PROTOCOL_VIOLATION, "client_login_timeout", null);
        }
    }

    void drain() {
        turnAway(SqlState.PROTOCOL_VIOLATION, "pooler is shutting down", null);
    }

    @Override
    public void onData(ByteBuf in) {
        if (step == Step.ENDED) {
            return;
        }
        received.writeBytes(in, in.readerIndex(), in.readableBytes());
        try {
            boolean more = true;
            while (more) {
                more = switch (step) {
                    case STARTUP -> readStartup();
                    case PASSWORD -> readPassword();
                    case SETTINGS, ENDED -> false;
                };
            }
            if (step == Step.SETTINGS && received.readableBytes() > StartupPacket.MAX_LENGTH) {
                throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "too much data before the login has ended");
            }
        } catch (ProtocolException malformed) {
            turnAway(malformed.sqlState(), String.valueOf(malformed.getMessage()), malformed.hint());
        }
    }

    private boolean readStartup() throws ProtocolException {
        if (received.readableBytes() < 4) {
            return false;
        }
        int length = received.getInt(received.readerIndex());
        if (length < 8 || length > StartupPacket.MAX_LENGTH) {
            throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "invalid length of startup packet");
        }
        if (received.readableBytes() < length) {
            return false;
        }
        StartupPacket packet = StartupPacket.parse(received.slice(received.readerIndex() + 4, length - 4));
        received.skipBytes(length);
        if (packet instanceof StartupPacket.SslRequest) {
            refuseEncryption(sslAsked);
            sslAsked = true;
        } else if (packet instanceof StartupPacket.GssEncRequest) {
            refuseEncryption(gssAsked);
            gssAsked = true;
        } else if (packet instanceof StartupPacket.CancelRequest request) {
            end();
            cancel(request);
            return false;
        } else if (packet instanceof StartupMessage message) {
            begin(message);
        }
        return true;
    }

    /** The connection is closed when the server has acted, as PostgreSQL does: what the client sends next is not hit. */
    private void cancel(StartupPacket.CancelRequest request) {
        registry.cancels().cancel(request.pid(), request.key(), registry.loop(), link::close);
    }

    private void refuseEncryption(boolean again) throws ProtocolException {
        if (again) {
            throw new ProtocolException(
                    SqlState.PROTOCOL_VIOLATION, "encryption was refused already: go on without it");
        }
        answer.writeByte('N');
        sendAnswer();
    }

    private void begin(StartupMessage message) throws ProtocolException {
        SessionSettings settings = registry.settings();
        if (registry.counts().areTooMany()) {
            throw new ProtocolException(
                    SqlState.PROTOCOL_VIOLATION,
                    "no more connections allowed (max_client_conn)",
                    "Raise max_client_conn, or let clients share connections.");
        }
        if (message.isToBeNegotiated()) {
            BackendMessages.negotiateProtocolVersion(answer, message.spokenMinor(), message.unsupportedOptions());
        }
        ClientStart asked = ClientStart.of(message, settings.ignoredStartupParameters());
        start = asked;
        if (registry.pool(asked.server()) == null) {
            throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "no such database: " + asked.database());
        }
        ClientAuthenticator begun = Authenticator.begin(settings.authType(), settings.users(), asked.user(), answer);
        authenticator = begun;
        step = Step.PASSWORD;
        sendAnswer();
        if (begun.accepted()) {
            settle(asked);
        }
    }

    private boolean readPassword() throws ProtocolException {
        if (received.readableBytes() < 5) {
            return false;
        }
        int at = received.readerIndex();
        byte type = received.getByte(at);
        int length = received.getInt(at + 1);
        if (type == Frontend.TERMINATE) {
            end();
            link.close();
            return false;
        }
        if (type != Frontend.PASSWORD) {
            throw new ProtocolException(
                    SqlState.PROTOCOL_VIOLATION, "expected password response, got message type " + (type & 0xff));
        }
        if (length < 4 || length > MAX_PASSWORD_MESSAGE) {
            throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "invalid length of password message");
        }
        if (received.readableBytes() < length + 1) {
            return false;
        }
        ClientAuthenticator judge = authenticator;
        ClientStart asked = start;
        if (judge == null || asked == null) {
            return false;
        }
        ClientAuthenticator.Outcome outcome = judge.onPasswordMessage(received.slice(at + 5, length - 4), answer);
        received.skipBytes(length + 1);
        sendAnswer();
        switch (outcome) {
            case CONTINUE -> {
                return true;
            }
            case ACCEPTED -> settle(asked);
            case REFUSED -> turnAway(SqlState.PROTOCOL_VIOLATION, judge.refusal(), null);
        }
        return false;
    }

    private void settle(ClientStart asked) {
        step = Step.SETTINGS;
        ServerPool pool = registry.pool(asked.server());
        if (pool == null) {
            turnAway(SqlState.PROTOCOL_VIOLATION, "no such database: " + asked.database(), null);
            return;
        }
        String limit = registry.counts().add(asked.database(), asked.user());
        if (limit != null) {
            turnAway(SqlState.PROTOCOL_VIOLATION, "client connections exceeded (" + limit + ")", null);
            return;
        }
        counted = true;
        new ClientSettling(this, asked, pool).begin();
    }

    /** Everything the session starts with is known. */
    void letIn(ClientSettling.Settled settled) {
        if (step == Step.ENDED) {
            return;
        }
        CancelRegistry.CancelKey key = registry.cancels().newKey(settled.start().cancelKeyLength());
        settled.parameters().forEach((name, value) -> BackendMessages.parameterStatus(answer, name, value));
        BackendMessages.backendKeyData(answer, key.pid(), key.secret().array());
        BackendMessages.readyForQuery(answer, (byte) 'I');
        sendAnswer();
        ClientSession session =
                new ClientSession(registry, link, settled.pool(), key, settled.tracked(), settled.server());
        counted = false;
        registry.loggedIn(this, session);
        link.events(session);
        step = Step.ENDED;
        if (received.isReadable()) {
            session.onData(received);
        }
        received.release();
        answer.release();
    }

    boolean isOver() {
        return step == Step.ENDED;
    }

    void turnAway(String sqlState, String message, @Nullable String hint) {
        if (step == Step.ENDED) {
            return;
        }
        LOG.infof("login of %s failed: %s", start == null ? link.peer() : start, message);
        answer.clear();
        BackendMessages.errorResponse(answer, "FATAL", sqlState, message, hint);
        sendAnswer();
        end();
        link.close();
    }

    private void sendAnswer() {
        if (answer.isReadable()) {
            link.send(answer, answer.readerIndex(), answer.writerIndex());
            answer.clear();
        }
    }

    private void end() {
        step = Step.ENDED;
        registry.left(this);
        ClientStart asked = start;
        if (counted && asked != null) {
            registry.counts().remove(asked.database(), asked.user());
        }
        received.release();
        answer.release();
    }

    @Override
    public void onWritable(boolean writable) {}

    @Override
    public void onClosed(String reason) {
        if (step != Step.ENDED) {
            end();
        }
    }
}
