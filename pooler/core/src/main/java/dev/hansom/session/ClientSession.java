package dev.hansom.session;

import dev.hansom.pool.Refusal;
import dev.hansom.pool.Waiter;
import dev.hansom.prepared.ClientPrepared;
import dev.hansom.server.ReplySink;
import dev.hansom.server.ServerLink;
import dev.hansom.server.ServerPool;
import dev.hansom.session.CancelRegistry.CancelKey;
import dev.hansom.state.ParameterSet;
import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One client that is logged in: takes a server when it has something to ask, waits where none is free, and loses it when
 * its transaction has ended. What the client's messages mean is {@link ClientRequests}' business. Loop-confined.
 */
final class ClientSession implements LinkEvents, ReplySink {

    private static final Logger LOG = Logger.getLogger(ClientSession.class);

    private static final String APPLICATION_NAME = "application_name";

    private final SessionRegistry registry;
    private final Link link;
    private final ServerPool pool;
    private final CancelKey cancelKey;
    private final ClientPrepared prepared;
    private final ClientRequests requests;
    private final Turn turn = new Turn();
    private final Stash stash = new Stash();
    private ParameterSet parameters;
    private @Nullable ServerLink server;
    private @Nullable String restore;
    private long idleSince;
    private boolean leaving;
    private boolean closed;

    /** @param own the server the client has from the beginning, or null */
    ClientSession(
            SessionRegistry registry,
            Link link,
            ServerPool pool,
            CancelKey cancelKey,
            ParameterSet parameters,
            @Nullable ServerLink own) {
        this.registry = registry;
        this.link = link;
        this.pool = pool;
        this.cancelKey = cancelKey;
        this.parameters = parameters;
        this.prepared = new ClientPrepared(pool.catalog());
        this.requests = new ClientRequests(this, pool);
        registry.cancels().add(cancelKey, this, registry.loop());
        pool.countClient(1);
        if (own != null) {
            hold(own);
        }
        becomeIdle();
    }

    @Override
    public void onData(ByteBuf in) {
        if (!isListening()) {
            return;
        }
        pool.counters().received(in.readableBytes());
        ServerLink held = server;
        if (held != null) {
            serve(held, in);
        } else if (!stash.isEmpty()) {
            readMore(stash.add(in));
        } else if (requests.answerIdle(in)) {
            becomeIdle();
        } else {
            acquire(in);
        }
    }

    private void acquire(ByteBuf in) {
        ServerLink free = pool.servers().tryAcquire();
        if (free != null) {
            hold(free);
            serve(free, in);
            return;
        }
        readMore(stash.add(in));
        pool.servers().await(turn);
    }

    private void hold(ServerLink acquired) {
        server = acquired;
        acquired.attach(this);
        restore = acquired.parameters().statementsTo(parameters);
        if (!link.isWritable()) {
            acquired.autoRead(false);
        }
    }

    private void serve(ServerLink held, ByteBuf in) {
        String first = restore;
        restore = null;
        try {
            requests.serve(held, in, first);
        } catch (ProtocolException malformed) {
            pool.outboxes().toServer().clear();
            end(malformed.sqlState(), String.valueOf(malformed.getMessage()), malformed.hint());
        }
        if (closed) {
            requests.end();
        }
    }

    /**
     * The client wants the statement it runs cancelled.
     *
     * @param delivered told when the server has acted on that, or there is nothing to act on
     */
    void cancelQuery(Runnable delivered) {
        ServerLink held = server;
        if (held == null) {
            delivered.run();
        } else {
            held.cancel(delivered);
        }
    }

    /** Ends a session that has been idle for too long; the limit is in nanoseconds. */
    void checkIdle(long now, long limit) {
        if (isIdle() && now - idleSince >= limit) {
            end(SqlState.PROTOCOL_VIOLATION, "client_idle_timeout", null);
        }
    }

    /** The client has said good-bye: what it has asked before is answered, and it takes nothing more from it. */
    void terminate() {
        leaving = true;
        ServerLink held = server;
        if (held == null || !held.conversation().isAnswering()) {
            goodBye();
        }
    }

    private void goodBye() {
        leave("client close request", true);
        link.close();
    }

    /** Closes the session now where it is idle, else as soon as it is. */
    void drain() {
        if (isIdle()) {
            shutDown();
        }
    }

    /** Closes the session now. */
    void shutDown() {
        end(SqlState.PROTOCOL_VIOLATION, "pooler is shutting down", null);
    }

    boolean isClosed() {
        return closed;
    }

    /** False where what the client sends is of no more interest. */
    boolean isListening() {
        return !closed && !leaving;
    }

    /** True where the client has nothing under way: no transaction, no wait, no half message. */
    private boolean isIdle() {
        ServerLink held = server;
        boolean quiet = held == null
                ? stash.isEmpty()
                : held.conversation().status() == 'I' && held.conversation().isQuiet();
        return !closed && quiet && !requests.isMidMessage();
    }

    private void becomeIdle() {
        if (leaving) {
            goodBye();
            return;
        }
        if (registry.settings().idleTimeout() > 0) {
            idleSince = registry.now();
        }
        if (registry.isDraining()) {
            drain();
        }
    }

    /** The tracked settings as they were when the client last gave a server back. */
    ParameterSet parameters() {
        return parameters;
    }

    @Override
    public void flush(Outbox toClient) {
        pool.counters().sent(toClient.flush(link));
    }

    @Override
    public boolean isWritable() {
        return link.isWritable();
    }

    @Override
    public void readMore(boolean on) {
        link.autoRead(on);
    }

    @Override
    public boolean isMidMessage() {
        return requests.isMidMessage();
    }

    @Override
    public void onServerReleased(ServerLink released) {
        parameters = released.parameters();
        server = null;
        link.autoRead(true);
        becomeIdle();
    }

    @Override
    public void onServerQuiet() {
        becomeIdle();
    }

    @Override
    public void onServerExpired(String reason) {
        server = null;
        end(SqlState.PROTOCOL_VIOLATION, reason, null);
    }

    @Override
    public void onServerLost(boolean told) {
        server = null;
        if (told) {
            leave("server closed the connection", false);
            link.close();
        } else {
            end(
                    SqlState.CONNECTION_FAILURE,
                    "server closed the connection unexpectedly",
                    "The transaction is lost; connect again.");
        }
    }

    @Override
    public void onRetry(ByteBuf batch) {
        ServerLink held = server;
        if (held != null) {
            serve(held, batch);
        }
    }

    @Override
    public ClientPrepared prepared() {
        return prepared;
    }

    @Override
    public void onWritable(boolean writable) {
        ServerLink held = server;
        if (held != null) {
            held.autoRead(writable);
        }
    }

    @Override
    public void onClosed(String reason) {
        leave(reason, leaving);
        requests.end();
    }

    private void end(String sqlState, String message, @Nullable String hint) {
        if (closed) {
            return;
        }
        Outbox toClient = pool.outboxes().toClient();
        BackendMessages.errorResponse(toClient.write(), "FATAL", sqlState, message, hint);
        flush(toClient);
        leave(message, false);
        link.close();
    }

    private void leave(String reason, boolean saidSo) {
        if (closed) {
            return;
        }
        closed = true;
        LOG.debugf("%s: client %s closed: %s", pool, link.peer(), reason);
        registry.cancels().remove(cancelKey);
        registry.left(this);
        pool.servers().leave(turn);
        registry.counts().remove(pool.database(), pool.user());
        pool.countClient(-1);
        ServerLink held = server;
        if (held != null) {
            server = null;
            held.abandon(saidSo);
        }
        prepared.close();
        stash.release();
    }

    /** This client's place in the queue. */
    private final class Turn extends Waiter<ServerLink> {

        @Override
        protected void onServer(ServerLink acquired) {
            ByteBuf waiting = stash.take();
            hold(acquired);
            link.autoRead(true);
            if (waiting != null) {
                serve(acquired, waiting);
                waiting.release();
            }
        }

        @Override
        protected void onLongWait() {
            Outbox toClient = pool.outboxes().toClient();
            BackendMessages.noticeResponse(
                    toClient.write(),
                    "NOTICE",
                    SqlState.SUCCESSFUL_COMPLETION,
                    "No server connection available in postgres backend, client being queued",
                    null);
            flush(toClient);
        }

        @Override
        protected void onRefused(Refusal refusal) {
            end(refusal.sqlState(), refusal.message(), refusal.hint().isEmpty() ? null : refusal.hint());
        }

        @Override
        public Map<String, String> startupParameters() {
            String name = parameters.value(APPLICATION_NAME);
            return name == null || name.isEmpty() ? Map.of() : Map.of(APPLICATION_NAME, name);
        }
    }
}
