package dev.hansom.server;

import dev.hansom.pool.PooledServer;
import dev.hansom.prepared.ServerStatements;
import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.state.ParameterSet;
import dev.hansom.wire.ErrorFields;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One server connection after its login: who holds it, what it has prepared, how it is cleaned and given back. What the
 * server says is read by its {@link ReplyReader}. Loop-confined.
 */
public final class ServerLink implements LinkEvents, PooledServer {

    private static final Logger LOG = Logger.getLogger(ServerLink.class);

    private enum Phase {
        FREE,
        HELD,
        LEFT,
        CLEANING,
        CLOSED
    }

    private final ServerPool pool;
    private final Link link;
    private final int backendPid;
    private final long openedAt;
    private final ServerStatements statements;
    private final UnnamedStatement unnamed;
    private final ReplyReader replies;
    private final ServerCancels cancels;
    private Phase phase = Phase.FREE;
    private @Nullable ReplySink sink;
    private boolean resetRuns;
    private boolean resetDone;

    ServerLink(ServerPool pool, Link link, int backendPid, byte[] backendKey, ParameterSet parameters) {
        this.pool = pool;
        this.link = link;
        this.backendPid = backendPid;
        this.openedAt = pool.ticker().nanos();
        this.statements = new ServerStatements(pool.catalog(), pool.maxPreparedStatements());
        this.unnamed = new UnnamedStatement(pool.catalog());
        this.cancels = new ServerCancels(pool, backendPid, backendKey, this::onCancelled);
        this.replies = new ReplyReader(this, pool.outboxes().toClient(), parameters);
    }

    /** A client holds the server from now on, until it is told that the server was released. */
    public void attach(ReplySink holder) {
        assert phase == Phase.FREE && replies.isQuiet();
        phase = Phase.HELD;
        sink = holder;
    }

    /** What the server owes: the holder adds what it sends. */
    public PendingReplies pending() {
        return replies.pending();
    }

    /** What the server has prepared. */
    public ServerStatements statements() {
        return statements;
    }

    /** The tracked settings as the server reports them. */
    public ParameterSet parameters() {
        return replies.parameters();
    }

    /** What a Parse or Bind without a name is about. */
    public UnnamedStatement unnamed() {
        return unnamed;
    }

    /** Transaction status of the last ReadyForQuery: I, T or E. */
    public byte status() {
        return replies.status();
    }

    /** True between the holder's first extended message and its Sync: the implicit transaction may be open. */
    public void batchOpen(boolean open) {
        replies.batchOpen(open);
    }

    /** True while the server passes over everything up to a Sync that the holder has not sent yet. */
    public boolean isSkipping() {
        return replies.isSkipping();
    }

    /** The holder sends the Sync that ends the skipping. */
    public void endSkipping() {
        replies.endSkipping();
    }

    /** True while the server reads CopyData. */
    public boolean isCopyIn() {
        return replies.isCopyIn();
    }

    /** The holder has ended its CopyData. */
    public void endCopyIn() {
        replies.endCopyIn();
    }

    /** Puts a statement of the pooler's own before what the holder sends; the holder does not see the answer. */
    public void runFirst(Outbox toServer, String sql) {
        pending().add(Kind.QUERY, Action.SWALLOW, null);
        FrontendMessages.query(toServer.write(), sql);
    }

    /**
     * Runs statements for somebody who has taken this server from the pool only for that; it goes back to the pool when
     * they are answered, just before the callback.
     *
     * @param answered told the error, or null where there was none
     */
    public void ask(String sql, Consumer<@Nullable ErrorFields> answered) {
        assert phase == Phase.FREE && replies.isQuiet();
        phase = Phase.HELD;
        Outbox toServer = pool.outboxes().toServer();
        pending().add(Kind.QUERY, Action.SWALLOW, new Question(answered));
        FrontendMessages.query(toServer.write(), sql);
        toServer.flush(link);
    }

    /** Takes back a server that nobody has used since it was acquired. */
    public void putBack() {
        pool.servers().release(this);
    }

    /** Sends what the holder has collected. */
    public void flush(Outbox toServer) {
        toServer.flush(link);
        ReplySink holder = sink;
        if (holder != null && !link.isWritable()) {
            holder.readMore(false);
        }
    }

    /** Starts or stops reading the server's answers: the holder takes no more for now. */
    public void autoRead(boolean on) {
        link.autoRead(on);
    }

    /** Sends the holder those of the pooler's own answers that nothing stands before: it has asked with a Flush. */
    public void flushSynthesized() {
        replies.emitSynthesized();
        flushToClient();
    }

    /** Gives the server back where nothing is open on it: no transaction, no batch, nothing owed. */
    public void releaseIfFree() {
        ReplySink holder = sink;
        if (holder == null || status() != 'I' || !replies.isQuiet() || holder.isMidMessage()) {
            return;
        }
        sink = null;
        link.autoRead(true);
        holder.onServerReleased(this);
        clean();
    }

    /**
     * The holder is gone. Where it has said so, what it sent before is still done; an open transaction is rolled back; a
     * server in the middle of something is closed.
     */
    public void abandon(boolean saidSo) {
        ReplySink holder = sink;
        if (holder == null) {
            return;
        }
        sink = null;
        if (replies.isMidBatch()
                || holder.isMidMessage()
                || (!saidSo && !pending().isEmpty())) {
            if (!pending().isEmpty()) {
                cancel();
            }
            drop("client disconnected in the middle of a query");
            return;
        }
        link.autoRead(true);
        phase = Phase.LEFT;
        finishLeft();
    }

    /** Asks the server to cancel what it runs; the connection is not given out before that has been delivered. */
    public void cancel() {
        cancels.send();
    }

    @Override
    public long openedAt() {
        return openedAt;
    }

    @Override
    public void retire(String reason) {
        if (phase == Phase.CLOSED) {
            return;
        }
        LOG.debugf("%s: closing server connection, pid %d: %s", pool, backendPid, reason);
        ReplySink holder = forget();
        Outbox toServer = pool.outboxes().toServer();
        FrontendMessages.terminate(toServer.write());
        toServer.flush(link);
        link.close();
        if (holder != null) {
            holder.onServerLost(false);
        }
    }

    @Override
    public void onData(ByteBuf in) {
        if (phase == Phase.CLOSED) {
            return;
        }
        try {
            replies.onData(in);
        } catch (ProtocolException malformed) {
            pool.outboxes().toClient().clear();
            LOG.errorf("%s: malformed message from server: %s", pool, malformed.getMessage());
            drop("server sent a malformed message");
        }
        if (phase == Phase.CLOSED) {
            replies.end();
        }
    }

    @Override
    public void onWritable(boolean writable) {
        ReplySink holder = sink;
        if (holder != null) {
            holder.readMore(writable);
        }
    }

    @Override
    public void onClosed(String reason) {
        replies.end();
        if (phase == Phase.CLOSED) {
            return;
        }
        String failure = replies.failure();
        String cause = failure == null ? reason : failure;
        LOG.infof("%s: server closed the connection, pid %d: %s", pool, backendPid, cause);
        boolean free = phase == Phase.FREE;
        Question unanswered = replies.pending().subject() instanceof Question question ? question : null;
        ReplySink holder = forget();
        if (free) {
            pool.servers().lostIdle(this);
        } else {
            pool.servers().lost();
        }
        if (holder != null) {
            holder.onServerLost(failure != null);
        } else if (unanswered != null) {
            unanswered.fail(new ErrorFields("FATAL", SqlState.CONNECTION_FAILURE, cause, null, null));
            unanswered.answer();
        }
    }

    @Nullable ReplySink sink() {
        return sink;
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    /** Sends the holder what has been collected for it. */
    void flushToClient() {
        Outbox toClient = pool.outboxes().toClient();
        ReplySink holder = sink;
        if (holder == null) {
            toClient.clear();
            return;
        }
        holder.flush(toClient);
        if (!holder.isWritable()) {
            link.autoRead(false);
        }
    }

    /** A cycle has ended; visible: one of the holder's own. */
    void onReady(boolean visible) {
        if (phase == Phase.CLEANING) {
            onCleaned();
        } else if (phase == Phase.LEFT) {
            finishLeft();
        } else if (status() == 'I') {
            if (visible) {
                pool.counters().transaction();
            }
            if (pending().isEmpty()) {
                flushToClient();
                releaseIfFree();
            }
        }
    }

    /** The statements of {@link #ask} are answered. */
    void onAnswered(Question question) {
        clean();
        question.answer();
    }

    private void finishLeft() {
        if (!pending().isEmpty()) {
            return;
        }
        if (status() == 'I') {
            clean();
        } else {
            phase = Phase.CLEANING;
            resetDone = pool.reset().isNone();
            runOwn("ROLLBACK");
        }
    }

    private void clean() {
        phase = Phase.CLEANING;
        resetDone = pool.reset().isNone();
        cleanOn();
    }

    private void cleanOn() {
        String failure = replies.failure();
        if (failure != null) {
            LOG.warnf("%s: closing server connection, pid %d: %s", pool, backendPid, failure);
            drop(failure);
        } else if (!cancels.arePending() && resetDone) {
            phase = Phase.FREE;
            pool.servers().release(this);
        } else if (!cancels.arePending()) {
            resetRuns = true;
            runOwn(pool.reset().sql());
        }
    }

    private void onCleaned() {
        boolean succeeded = replies.failure() == null && status() == 'I';
        if (resetRuns) {
            pool.counters().reset(succeeded);
            resetRuns = false;
            resetDone = true;
        }
        if (succeeded || replies.failure() != null) {
            cleanOn();
        } else {
            drop("transaction still open after its cleanup");
        }
    }

    private void onCancelled() {
        if (phase == Phase.CLEANING && !resetRuns && pending().isEmpty()) {
            cleanOn();
        }
    }

    private void runOwn(String sql) {
        Outbox toServer = pool.outboxes().toServer();
        runFirst(toServer, sql);
        toServer.flush(link);
    }

    /** Closes a connection that the pool counts as held. */
    private void drop(String reason) {
        boolean free = phase == Phase.FREE;
        retire(reason);
        if (free) {
            pool.servers().lostIdle(this);
        } else {
            pool.servers().lost();
        }
    }

    private @Nullable ReplySink forget() {
        ReplySink holder = sink;
        phase = Phase.CLOSED;
        sink = null;
        statements.clear();
        unnamed.become(null);
        pool.closed(this);
        return holder;
    }
}
