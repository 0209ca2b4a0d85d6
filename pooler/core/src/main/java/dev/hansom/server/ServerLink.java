package dev.hansom.server;

import dev.hansom.pool.PoolMode;
import dev.hansom.pool.PooledServer;
import dev.hansom.prepared.ServerStatements;
import dev.hansom.state.ParameterSet;
import dev.hansom.wire.ErrorFields;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import java.util.Map;
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
    private final Map<String, String> openedWith;
    private final Link link;
    private final int backendPid;
    private final long openedAt;
    private final ServerStatements statements;
    private final UnnamedStatement unnamed;
    private final Conversation conversation = new Conversation();
    private final Retry retry = new Retry();
    private final HolderTimes times;
    private final ReplyReader replies;
    private final ServerCancels cancels;
    private final OwnStatements own;
    private final Cleaning cleaning;
    private Phase phase = Phase.FREE;
    private @Nullable ReplySink sink;

    ServerLink(
            ServerPool pool,
            ServerTarget target,
            Map<String, String> openedWith,
            Link link,
            int backendPid,
            byte[] backendKey,
            ParameterSet parameters) {
        this.pool = pool;
        this.openedWith = openedWith;
        this.link = link;
        this.backendPid = backendPid;
        this.openedAt = pool.ticker().nanos();
        this.statements = new ServerStatements(pool.catalog(), pool.maxPreparedStatements());
        this.unnamed = new UnnamedStatement(pool.catalog());
        this.cancels = new ServerCancels(pool, target, backendPid, backendKey, this::onCancelled);
        this.times = new HolderTimes(pool.settings().holderLimits(), pool.ticker());
        this.replies = new ReplyReader(this, pool, parameters);
        this.own = new OwnStatements(conversation, pool.outboxes().toServer(), link);
        this.cleaning = new Cleaning(this, replies, cancels, own, pool);
    }

    /** A client holds the server from now on, until it is told that the server was released. */
    public void attach(ReplySink holder) {
        assert phase == Phase.FREE && conversation.isQuiet();
        phase = Phase.HELD;
        sink = holder;
    }

    /** How far the holder's exchange with the server has come. */
    public Conversation conversation() {
        return conversation;
    }

    /** What a client's start-up packet added to that of this connection. */
    public Map<String, String> openedWith() {
        return openedWith;
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

    /** The holder's last batch, where it can be sent once more. */
    public Retry retry() {
        return retry;
    }

    /** Statements of the pooler's own, and what SQL's PREPARE has made. */
    public OwnStatements own() {
        return own;
    }

    /**
     * Runs statements for somebody who has taken this server from the pool only for that; it goes back to the pool when
     * they are answered, just before the callback.
     *
     * @param answered told the error, or null where there was none
     */
    public void ask(String sql, Consumer<@Nullable ErrorFields> answered) {
        ask(sql, new Question(pool.ticker().nanos(), false, answered));
    }

    @Override
    public void check() {
        ask(pool.settings().checkQuery(), new Question(pool.ticker().nanos(), true, error -> {}));
    }

    private void ask(String sql, Question question) {
        assert phase == Phase.FREE && conversation.isQuiet();
        phase = Phase.HELD;
        own.ask(sql, question);
    }

    /** Sends what the holder has collected. */
    public void flush(Outbox toServer) {
        toServer.flush(link);
        times.sent(conversation);
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
        if (holder == null || !conversation.isQuiet() || holder.isMidMessage()) {
            return;
        }
        if (conversation.status() != 'I' || pool.settings().mode() == PoolMode.SESSION) {
            holder.onServerQuiet();
            return;
        }
        sink = null;
        link.autoRead(true);
        holder.onServerReleased(this);
        clean(true);
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
        if (conversation.isMidBatch() || holder.isMidMessage() || (!saidSo && conversation.isBusy())) {
            dropBusy("client disconnected in the middle of a query");
            return;
        }
        link.autoRead(true);
        phase = Phase.LEFT;
        finishLeft();
    }

    /**
     * Asks the server to cancel what it runs; the connection is not given out before that has been delivered.
     *
     * @param delivered told when the server has acted on the request, or cannot be reached
     */
    public void cancel(Runnable delivered) {
        cancels.send(delivered);
    }

    /** Ends what takes too long: the holder's query or transaction, a cancel request. */
    void checkTimes(long now) {
        cancels.checkTimes(now);
        Question unanswered = conversation.question();
        if (unanswered != null && unanswered.isOverdue(now, pool.settings().loginTimeout())) {
            onClosed("no answer in time (server_connect_timeout)");
            link.close();
            return;
        }
        String exceeded = times.exceeded(now);
        if (exceeded != null) {
            expire(exceeded);
        }
    }

    /** Takes the server away from its holder, who is told why, and closes it. */
    void expire(String reason) {
        ReplySink holder = sink;
        sink = null;
        dropBusy(reason);
        if (holder != null) {
            holder.onServerExpired(reason);
        }
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
        LOG.debugf("%s: closing server connection: %s", this, reason);
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
        LOG.infof("%s: server closed the connection: %s", this, cause);
        boolean free = phase == Phase.FREE;
        Question unanswered = conversation.question();
        ReplySink holder = forget();
        pool.servers().lost(this, free);
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
        times.answered(conversation);
        if (phase == Phase.CLEANING) {
            cleaning.onReady();
        } else if (phase == Phase.LEFT) {
            finishLeft();
        } else {
            if (visible && conversation.status() == 'I') {
                pool.counters().transaction();
            }
            if (!conversation.isBusy()) {
                flushToClient();
                releaseIfFree();
            }
        }
    }

    /** The statements of {@link #ask} are answered. */
    void onAnswered(Question question) {
        if (question.isFailedCheck()) {
            drop("server_check_query failed");
        } else {
            clean(false);
        }
        question.answer();
    }

    private void finishLeft() {
        if (!conversation.isBusy()) {
            clean(true);
        }
    }

    private void clean(boolean used) {
        times.end();
        statements.settle();
        phase = Phase.CLEANING;
        cleaning.begin(used);
    }

    /** Clean: for the next who asks. */
    void becomeFree() {
        phase = Phase.FREE;
        pool.servers().release(this);
    }

    private void onCancelled() {
        if (phase == Phase.CLEANING) {
            cleaning.onCancelled();
        }
    }

    /** Closes a held connection; PostgreSQL would go on with a query for nobody. */
    private void dropBusy(String reason) {
        if (conversation.isBusy()) {
            cancel(() -> {});
        }
        drop(reason);
    }

    /** Closes a connection that the pool counts as held. */
    void drop(String reason) {
        boolean free = phase == Phase.FREE;
        retire(reason);
        pool.servers().lost(this, free);
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

    @Override
    public String toString() {
        return pool + ", pid " + backendPid;
    }
}
