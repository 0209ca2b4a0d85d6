package dev.hansom.server;

import dev.hansom.pool.PoolMode;
import dev.hansom.prepared.CatalogStatement;
import dev.hansom.prepared.ClientStatement;
import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.state.ParameterSet;
import dev.hansom.state.PreparedCommand;
import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.ErrorFields;
import dev.hansom.wire.FrameReader;
import dev.hansom.wire.MessageType.Backend;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what one server answers and does with each answer what {@link PendingReplies} says: forward it, swallow it, put
 * one of the pooler's own before it. Loop-confined.
 */
final class ReplyReader extends FrameReader {

    private static final ByteBuf DISCARD_ALL = constant("DISCARD ALL\0");
    private static final ByteBuf DEALLOCATE_ALL = constant("DEALLOCATE ALL\0");
    private static final ByteBuf DEALLOCATE = constant("DEALLOCATE\0");
    private static final ByteBuf PREPARE = constant("PREPARE\0");

    private final ServerLink server;
    private final Outbox toClient;
    private final Conversation conversation;
    private final PendingReplies pending;
    private ParameterSet parameters;
    private final boolean transactions;
    private boolean passOn;
    private @Nullable String failure;

    ReplyReader(ServerLink server, ServerPool pool, ParameterSet parameters) {
        this.server = server;
        this.toClient = pool.outboxes().toClient();
        this.transactions = pool.settings().mode() != PoolMode.STATEMENT;
        this.conversation = server.conversation();
        this.pending = conversation.pending();
        this.parameters = parameters;
    }

    ParameterSet parameters() {
        return parameters;
    }

    /** Why the connection is of no more use: the text of a FATAL, or of an error in a statement of the pooler's own. */
    @Nullable String failure() {
        return failure;
    }

    void emitSynthesized() {
        while (pending.action() == Action.SYNTHESIZE) {
            server.retry().drop();
            Kind kind = pending.kind();
            if (pending.subject() instanceof Deallocation deallocation && kind != Kind.CLOSE) {
                emit(deallocation, kind == Kind.QUERY);
                continue;
            }
            if (kind == Kind.PARSE) {
                BackendMessages.parseComplete(toClient.write());
            } else {
                BackendMessages.closeComplete(toClient.write());
            }
            pending.pop();
        }
    }

    private void emit(Deallocation deallocation, boolean endsCycle) {
        ReplySink holder = server.sink();
        if (conversation.status() == 'E' && endsCycle) {
            BackendMessages.errorResponse(
                    toClient.write(),
                    "ERROR",
                    SqlState.IN_FAILED_SQL_TRANSACTION,
                    "current transaction is aborted, commands ignored until end of transaction block",
                    null);
            if (holder != null) {
                deallocation.removed().forEach(holder.prepared().named()::restore);
            }
        } else {
            deallocation.tags().forEach(tag -> BackendMessages.commandComplete(toClient.write(), tag));
        }
        if (endsCycle) {
            BackendMessages.readyForQuery(toClient.write(), conversation.status());
        }
        pending.pop();
        if (endsCycle) {
            server.onReady(true);
        }
    }

    void onData(ByteBuf in) throws ProtocolException {
        read(in);
    }

    void end() {
        discard();
    }

    @Override
    protected void open(ByteBuf source) {
        toClient.open(source);
    }

    @Override
    protected boolean mayPass(ByteBuf source, int type, int at, int end) {
        return type == Backend.DATA_ROW || type == Backend.COPY_DATA || type == Backend.ROW_DESCRIPTION;
    }

    @Override
    protected void onPassing(ByteBuf source, int from, int to) {
        if (passOn && server.sink() != null) {
            toClient.forward(from, to);
        }
    }

    @Override
    protected void done() {
        server.flushToClient();
    }

    @Override
    protected void onFrame(ByteBuf source, int type, int at, int end) throws ProtocolException {
        if (server.isClosed()) {
            return;
        }
        passOn = pending.action() != Action.SWALLOW;
        switch (type) {
            case Backend.READY_FOR_QUERY -> onReady(source, at, end);
            case Backend.ERROR_RESPONSE -> onError(source, at, end);
            case Backend.PARAMETER_STATUS -> onParameterStatus(source, at, end);
            case Backend.NOTICE_RESPONSE, Backend.NOTIFICATION_RESPONSE -> onPassing(source, at, end);
            default -> onReply(source, type, at, end);
        }
    }

    private void onReply(ByteBuf source, int type, int at, int end) {
        emitSynthesized();
        Kind kind = pending.kind();
        passOn = pending.action() != Action.SWALLOW;
        if (passOn) {
            server.retry().drop();
        }
        onPassing(source, at, end);
        switch (type) {
            case Backend.PARSE_COMPLETE -> {
                if (pending.subject() instanceof ClientStatement named) {
                    named.statement().proven();
                }
                popUnlessCycle(kind);
            }
            case Backend.BIND_COMPLETE, Backend.CLOSE_COMPLETE -> popUnlessCycle(kind);
            case Backend.ROW_DESCRIPTION, Backend.NO_DATA -> {
                if (kind == Kind.DESCRIBE) {
                    pending.pop();
                }
            }
            case Backend.COMMAND_COMPLETE -> {
                onTag(source, at, end);
                popIfExecute(kind);
            }
            case Backend.EMPTY_QUERY_RESPONSE, Backend.PORTAL_SUSPENDED -> popIfExecute(kind);
            case Backend.COPY_IN_RESPONSE, Backend.COPY_BOTH_RESPONSE -> conversation.beginCopyIn(kind);
            default -> {
                // DataRow, CopyData and the like belong to an answer that is still under way.
            }
        }
    }

    private void popUnlessCycle(@Nullable Kind kind) {
        if (kind != null && !kind.endsCycle()) {
            pending.pop();
        }
    }

    private void popIfExecute(@Nullable Kind kind) {
        if (kind == Kind.EXECUTE) {
            pending.pop();
        }
    }

    private void onReady(ByteBuf source, int at, int end) throws ProtocolException {
        ReplySink holder = server.sink();
        if (server.retry().isDue() && holder != null) {
            conversation.ready(source.getByte(at + 5));
            pending.pop();
            holder.readMore(true);
            holder.onRetry(server.retry().again());
            return;
        }
        emitSynthesized();
        Kind kind = pending.kind();
        if ((kind != null && !kind.endsCycle()) || end - at < 6) {
            throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "ReadyForQuery while " + kind + " is expected");
        }
        passOn = pending.action() != Action.SWALLOW;
        conversation.ready(source.getByte(at + 5));
        if (passOn && conversation.status() != 'I' && !transactions) {
            server.expire("transaction blocks not allowed in statement pooling mode");
            return;
        }
        onPassing(source, at, end);
        Object subject = pending.subject();
        if (kind != null) {
            pending.pop();
        }
        if (subject instanceof Question question) {
            server.onAnswered(question);
        } else {
            server.onReady(passOn);
        }
        emitSynthesized();
    }

    private void onError(ByteBuf source, int at, int end) {
        ErrorFields error = ErrorFields.parse(source, at + 5, end - at - 5);
        ReplySink holder = server.sink();
        if (isOutdated(error) && server.retry().isKept() && holder != null) {
            server.retry().fail();
            holder.readMore(false);
            conversation.failed(Kind.BIND, this::undo);
            return;
        }
        emitSynthesized();
        Kind kind = pending.kind();
        Action action = pending.action();
        if (!error.severity().equals("ERROR")) {
            failure = error.message();
        }
        if (action == Action.SWALLOW && kind == Kind.QUERY) {
            if (pending.subject() instanceof Question question) {
                question.fail(error);
            } else if (pending.subject() instanceof PreparedCommand command) {
                server.own().prepared().failed(command);
            } else {
                failure = error.message();
            }
            return;
        }
        passOn = true;
        if (action == Action.REPLACE_ERROR
                && error.sqlState().equals(SqlState.INVALID_SQL_STATEMENT_NAME)
                && pending.subject() instanceof byte[] replacement) {
            toClient.write().writeBytes(replacement);
        } else {
            onPassing(source, at, end);
        }
        if (pending.subject() instanceof CommandsUnderWay commands && holder != null) {
            commands.undo(holder.prepared().named());
        }
        conversation.failed(kind, this::undo);
    }

    /** True where the server does not run a statement as it has prepared it, which then is prepared anew for its next use. */
    private boolean isOutdated(ErrorFields error) {
        CatalogStatement used = pending.firstUsed();
        if (used == null
                || !(error.sqlState().equals(SqlState.FEATURE_NOT_SUPPORTED)
                        || error.sqlState().equals(SqlState.INVALID_SQL_STATEMENT_NAME))) {
            return false;
        }
        server.statements().doubt(used);
        return true;
    }

    private void undo(Kind kind, Action action, @Nullable Object subject) {
        if (kind == Kind.PARSE && action != Action.SYNTHESIZE && action != Action.TRIAL) {
            if (subject instanceof ClientStatement named) {
                server.statements().remove(named.statement());
            } else if (subject instanceof CatalogStatement statement) {
                server.statements().remove(statement);
            }
        } else if (kind == Kind.CLOSE && subject instanceof CatalogStatement evicted) {
            server.statements().add(evicted);
        }
        if (subject instanceof PendingReplies.Doubtful doubtful) {
            server.statements().doubt(doubtful.statement());
        }
        boolean unnamed = subject == PendingReplies.UNNAMED;
        if (unnamed) {
            server.unnamed().becomeUnknown();
        }
        ReplySink holder = server.sink();
        if (holder == null) {
            return;
        }
        if (subject instanceof CommandsUnderWay commands) {
            commands.undo(holder.prepared().named());
        } else if (subject instanceof Deallocation deallocation) {
            deallocation.removed().forEach(holder.prepared().named()::restore);
        } else if (kind == Kind.PARSE && subject instanceof ClientStatement named) {
            holder.prepared().named().remove(named);
        } else if (kind == Kind.CLOSE && subject instanceof ClientStatement named) {
            holder.prepared().named().restore(named);
        } else if (kind == Kind.PARSE && unnamed && action == Action.FORWARD) {
            holder.prepared().unnamed(null);
        }
    }

    private void onParameterStatus(ByteBuf source, int at, int end) {
        onPassing(source, at, end);
        int nameEnd = source.indexOf(at + 5, end, (byte) 0);
        if (nameEnd > 0) {
            String name = source.toString(at + 5, nameEnd - at - 5, StandardCharsets.UTF_8);
            String value = source.toString(nameEnd + 1, end - nameEnd - 2, StandardCharsets.UTF_8);
            parameters = parameters.with(name, value);
        }
    }

    /** Follows what commands do to prepared statements. */
    private void onTag(ByteBuf source, int at, int end) {
        byte first = source.getByte(at + 5);
        if (first != 'D' && first != 'P') {
            return;
        }
        boolean all = isTag(DISCARD_ALL, source, at, end) || isTag(DEALLOCATE_ALL, source, at, end);
        if (!all && !isTag(PREPARE, source, at, end) && !isTag(DEALLOCATE, source, at, end)) {
            return;
        }
        ReplySink holder = server.sink();
        CommandsUnderWay commands = pending.subject() instanceof CommandsUnderWay found ? found : null;
        PreparedCommand done = commands == null ? null : commands.next();
        if (all) {
            server.statements().dropped();
            server.own().prepared().clear();
            boolean foreseen = commands != null && commands.confirm();
            if (holder != null && passOn) {
                holder.prepared().drop(!foreseen);
            }
        } else if (done != null) {
            server.own().prepared().done(done);
            if (holder != null) {
                holder.prepared().sql().done(done);
            }
        }
    }

    private static boolean isTag(ByteBuf tag, ByteBuf source, int at, int end) {
        int length = tag.readableBytes();
        return end - at == 5 + length && ByteBufUtil.equals(source, at + 5, tag, 0, length);
    }

    private static ByteBuf constant(String text) {
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII)));
    }
}
