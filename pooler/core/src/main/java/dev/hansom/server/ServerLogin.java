package dev.hansom.server;

import dev.hansom.auth.ServerAuthenticator;
import dev.hansom.pool.Refusal;
import dev.hansom.state.ParameterSet;
import dev.hansom.wire.ErrorFields;
import dev.hansom.wire.FrameReader;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import dev.hansom.wire.MessageType.Backend;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.logging.Logger;

/** One login of the pooler to a server: from the open socket to the first ReadyForQuery. Loop-confined. */
final class ServerLogin extends FrameReader implements LinkEvents {

    private static final Logger LOG = Logger.getLogger(ServerLogin.class);

    private final Attempt attempt;
    private final ServerPool pool;
    private final Link link;
    private final ServerAuthenticator authenticator;
    private final ByteBuf answer;
    private final Map<String, String> reported = new LinkedHashMap<>();
    private int backendPid;
    private byte[] backendKey = new byte[0];
    private final long since;
    private boolean ended;

    private ServerLogin(Attempt attempt, Link link) {
        this.attempt = attempt;
        this.pool = attempt.pool;
        this.link = link;
        this.answer = Unpooled.buffer(256);
        this.since = pool.ticker().nanos();
        this.authenticator = new ServerAuthenticator(attempt.target.user(), attempt.target.secret());
    }

    /** Opens a connection and hands it to the pool; where a host fails, the next is tried, until all have failed. */
    static void open(ServerPool pool, Map<String, String> startupParameters) {
        new Attempt(
                        pool,
                        startupParameters,
                        pool.targets().next(),
                        pool.targets().count() - 1)
                .dial();
    }

    @Override
    public void onData(ByteBuf in) {
        if (ended) {
            return;
        }
        try {
            read(in);
        } catch (ProtocolException malformed) {
            fail(new Refusal(malformed.sqlState(), messageOf(malformed), ""));
        }
        if (ended) {
            discard();
        }
    }

    @Override
    protected void onFrame(ByteBuf source, int type, int at, int end) throws ProtocolException {
        if (ended) {
            return;
        }
        switch (type) {
            case Backend.AUTHENTICATION -> onAuthentication(source, at, end);
            case Backend.PARAMETER_STATUS -> {
                int nameEnd = source.indexOf(at + 5, end, (byte) 0);
                String name = source.toString(at + 5, nameEnd - at - 5, StandardCharsets.UTF_8);
                String value = source.toString(nameEnd + 1, end - nameEnd - 2, StandardCharsets.UTF_8);
                reported.put(name, value);
            }
            case Backend.BACKEND_KEY_DATA -> {
                backendPid = source.getInt(at + 5);
                backendKey = new byte[end - at - 9];
                source.getBytes(at + 9, backendKey);
            }
            case Backend.ERROR_RESPONSE -> {
                ErrorFields error = ErrorFields.parse(source, at + 5, end - at - 5);
                String hint = error.hint();
                fail(new Refusal(error.sqlState(), error.message(), hint == null ? "" : hint));
            }
            case Backend.READY_FOR_QUERY -> succeed();
            default -> LOG.debugf("%s: message '%c' during login is passed over", pool, (char) type);
        }
    }

    private void onAuthentication(ByteBuf source, int at, int end) throws ProtocolException {
        if (end - at < 9) {
            throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "authentication request is too short");
        }
        authenticator.onAuthentication(source.getInt(at + 5), source.slice(at + 9, end - at - 9), answer);
        sendAnswer();
    }

    private void sendAnswer() {
        if (answer.isReadable()) {
            link.send(answer, answer.readerIndex(), answer.writerIndex());
            answer.clear();
        }
    }

    void checkTimeout(long now, long limit) {
        if (now - since >= limit) {
            giveUp(new Refusal(
                    SqlState.CONNECTION_FAILURE,
                    "server " + attempt.target + " did not finish the login in time (server_connect_timeout)",
                    ""));
        }
    }

    void giveUp(Refusal refusal) {
        if (!ended) {
            fail(refusal);
        }
    }

    private void end() {
        ended = true;
        answer.release();
        pool.ended(this);
    }

    private void succeed() {
        end();
        LOG.debugf("%s: new connection to server %s, pid %d", pool, attempt.target, backendPid);
        ServerLink server = new ServerLink(
                pool,
                attempt.target,
                attempt.startupParameters,
                link,
                backendPid,
                backendKey,
                ParameterSet.of(reported));
        link.events(server);
        pool.opened(server, reported);
    }

    private void fail(Refusal refusal) {
        end();
        link.close();
        attempt.failed(refusal);
    }

    private static String messageOf(ProtocolException malformed) {
        String message = malformed.getMessage();
        return message == null ? "malformed message from server" : message;
    }

    @Override
    public void onClosed(String reason) {
        discard();
        if (!ended) {
            end();
            attempt.failed(new Refusal(
                    SqlState.CONNECTION_FAILURE,
                    "server " + attempt.target + " closed the connection during login: " + reason,
                    ""));
        }
    }

    @Override
    public void onWritable(boolean writable) {}

    @Override
    protected void open(ByteBuf source) {}

    @Override
    protected void onPassing(ByteBuf source, int from, int to) {}

    @Override
    protected boolean mayPass(ByteBuf source, int type, int at, int end) {
        return false;
    }

    @Override
    protected void done() {}

    /**
     * One try at one host.
     *
     * @param others how many hosts may be tried after this one
     */
    private record Attempt(ServerPool pool, Map<String, String> startupParameters, ServerTarget target, int others) {

        void dial() {
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put("user", target.user());
            parameters.put("database", target.database());
            parameters.putAll(startupParameters);
            pool.dialer()
                    .dial(
                            target,
                            link -> {
                                ServerLogin login = new ServerLogin(this, link);
                                FrontendMessages.startup(login.answer, parameters);
                                login.sendAnswer();
                                pool.began(login);
                                return login;
                            },
                            reason -> failed(new Refusal(
                                    SqlState.CONNECTION_FAILURE,
                                    "could not connect to server " + target + ": " + reason,
                                    "Is PostgreSQL running there and accepting connections?")));
        }

        void failed(Refusal refusal) {
            LOG.warnf("%s: server login failed: %s %s", pool, refusal.sqlState(), refusal.message());
            pool.targets().failed(target);
            if (others > 0) {
                new Attempt(pool, startupParameters, pool.targets().next(), others - 1).dial();
            } else {
                pool.servers().openFailed(refusal);
            }
        }
    }
}
