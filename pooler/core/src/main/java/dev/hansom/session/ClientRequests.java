package dev.hansom.session;

import dev.hansom.prepared.CatalogStatement;
import dev.hansom.prepared.ClientStatement;
import dev.hansom.prepared.StatementRewriter;
import dev.hansom.server.PendingReplies;
import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.server.ServerLink;
import dev.hansom.server.ServerPool;
import dev.hansom.stats.Counters;
import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.FrameReader;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.MessageType.Frontend;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what one client asks and passes it on to the server the client holds: as it came, but for the messages that name
 * prepared statements, which get the server's names, and a Parse before them where the server lacks the statement.
 * Loop-confined.
 */
final class ClientRequests extends FrameReader {

    private final ClientSession session;
    private final ServerPool pool;
    private final Counters counters;
    private final Outbox toServer;
    private final boolean named;
    private @Nullable ServerLink holding;
    private String runFirst = "";
    private boolean passOn;
    private boolean flushAsked;

    ClientRequests(ClientSession session, ServerPool pool) {
        this.session = session;
        this.pool = pool;
        this.counters = pool.counters();
        this.toServer = pool.outboxes().toServer();
        this.named = pool.maxPreparedStatements() > 0;
    }

    /**
     * Passes on what has come.
     *
     * @param first where not empty, a statement of the pooler's own that runs before it
     */
    void serve(ServerLink server, ByteBuf in, String first) throws ProtocolException {
        holding = server;
        runFirst = first;
        flushAsked = false;
        read(in);
    }

    /** Answers for a client without a server what asks for none. False where a server is needed. */
    boolean answerIdle(ByteBuf in) {
        if (!named || isMidFrame()) {
            return false;
        }
        if (IdleAnswers.suffice(in)) {
            IdleAnswers.give(in, session, pool.outboxes().toClient());
            return true;
        }
        if (IdleAnswers.isKnownParse(in, session, pool.catalog())) {
            counters.clientParse();
            IdleAnswers.giveParse(in, session, pool.catalog(), pool.outboxes().toClient());
            return true;
        }
        return false;
    }

    boolean isMidMessage() {
        return isPassing();
    }

    void end() {
        discard();
    }

    @Override
    protected void open(ByteBuf source) {
        toServer.open(source);
        if (!runFirst.isEmpty()) {
            server().runFirst(runFirst);
            runFirst = "";
        }
    }

    @Override
    protected boolean mayPass(ByteBuf source, int type, int at, int end) {
        return switch (type) {
            case Frontend.COPY_DATA, Frontend.QUERY, Frontend.FUNCTION_CALL -> true;
            case Frontend.BIND -> {
                int portalEnd = FrameScanner.cstringEnd(source, at + 5, end);
                yield portalEnd >= 0 && FrameScanner.cstringEnd(source, portalEnd + 1, end) >= 0;
            }
            default -> false;
        };
    }

    @Override
    protected void onPassing(ByteBuf source, int from, int to) {
        if (passOn) {
            toServer.forward(from, to);
        }
    }

    @Override
    protected void done() {
        ServerLink server = server();
        server.flush(toServer);
        if (flushAsked) {
            server.flushSynthesized();
        }
        if (!session.isClosed()) {
            server.releaseIfFree();
        }
    }

    @Override
    protected void onFrame(ByteBuf source, int type, int at, int end) throws ProtocolException {
        ServerLink server = server();
        passOn = session.isListening() && (!server.conversation().isSkipping() || type == Frontend.SYNC);
        if (!session.isListening() || (!passOn && type != Frontend.TERMINATE)) {
            return;
        }
        if (server.conversation().isCopyIn() && !belongsToCopy(type)) {
            server.conversation().endCopyIn();
            toServer.forward(at, end);
            return;
        }
        switch (type) {
            case Frontend.QUERY -> {
                counters.query();
                expect(server, Kind.QUERY, null);
                session.unnamed(null);
                server.unnamed().become(null);
                toServer.forward(at, end);
            }
            case Frontend.PARSE -> onParse(server, source, at, end);
            case Frontend.BIND -> onBind(server, source, at, end);
            case Frontend.DESCRIBE -> onDescribe(server, source, at, end);
            case Frontend.CLOSE -> onClose(server, source, at, end);
            case Frontend.EXECUTE -> {
                counters.query();
                expect(server, Kind.EXECUTE, null);
                toServer.forward(at, end);
            }
            case Frontend.SYNC -> {
                if (!server.conversation().isCopyIn()) {
                    expect(server, Kind.SYNC, null);
                    server.statements().endBatch();
                }
                toServer.forward(at, end);
            }
            case Frontend.FLUSH -> {
                flushAsked = true;
                toServer.forward(at, end);
            }
            case Frontend.FUNCTION_CALL -> {
                counters.query();
                expect(server, Kind.FUNCTION, null);
                toServer.forward(at, end);
            }
            case Frontend.COPY_DATA -> toServer.forward(at, end);
            case Frontend.COPY_DONE, Frontend.COPY_FAIL -> {
                server.conversation().endCopyIn();
                toServer.forward(at, end);
            }
            case Frontend.TERMINATE -> onTerminate(server);
            default ->
                throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "invalid frontend message type " + type);
        }
    }

    /** Any other message a server that reads CopyData takes for its end, by an error, and does not answer beyond that. */
    private static boolean belongsToCopy(int type) {
        return switch (type) {
            case Frontend.COPY_DATA,
                    Frontend.COPY_DONE,
                    Frontend.COPY_FAIL,
                    Frontend.FLUSH,
                    Frontend.SYNC,
                    Frontend.TERMINATE -> true;
            default -> false;
        };
    }

    private void onParse(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int nameEnd = nameEnd(source, at + 5, end);
        counters.clientParse();
        if (nameEnd == at + 5) {
            CatalogStatement statement = pool.catalog().intern(source, nameEnd + 1, end);
            session.unnamed(statement);
            server.unnamed().become(statement);
            counters.serverParse();
            expect(server, Kind.PARSE, PendingReplies.UNNAMED);
            toServer.forward(at, end);
        } else if (!named) {
            counters.serverParse();
            expect(server, Kind.PARSE, null);
            toServer.forward(at, end);
        } else if (session.statements().find(source, at + 5, nameEnd) != null) {
            refuseDuplicate(server, source.toString(at + 5, nameEnd - at - 5, StandardCharsets.UTF_8));
        } else {
            CatalogStatement statement = pool.catalog().intern(source, nameEnd + 1, end);
            ClientStatement added = session.statements().add(source, at + 5, nameEnd, statement);
            if (!server.statements().touch(statement)) {
                prepare(server, statement, Action.FORWARD, added);
            } else if (server.conversation().status() == 'E') {
                tryParse(server, statement, added);
            } else {
                server.conversation().expect(Kind.PARSE, Action.SYNTHESIZE, added);
            }
        }
    }

    /** A failed transaction takes a few statements only: the server, which has this one, says whether it is one of them. */
    private void tryParse(ServerLink server, CatalogStatement statement, ClientStatement added) {
        server.unnamed().becomeUnknown();
        counters.serverParse();
        server.conversation().expect(Kind.PARSE, Action.TRIAL, added);
        StatementRewriter.parseUnnamed(toServer.write(), statement);
    }

    private void onBind(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int portalEnd = nameEnd(source, at + 5, end);
        int nameEnd = nameEnd(source, portalEnd + 1, end);
        counters.bind();
        if (nameEnd == portalEnd + 1) {
            prepareUnnamed(server);
            expect(server, Kind.BIND, null);
            toServer.forward(at, end);
            return;
        }
        ClientStatement statement = named ? session.statements().find(source, portalEnd + 1, nameEnd) : null;
        if (statement != null) {
            prepareIfMissing(server, statement.statement());
            StatementRewriter.bindHead(toServer.write(), source, at, portalEnd, nameEnd, statement.statement());
            toServer.forward(nameEnd + 1, end);
        } else if (named && StatementRewriter.collides(source, portalEnd + 1, nameEnd)) {
            StatementRewriter.guardedBindHead(toServer.write(), source, at, portalEnd, nameEnd);
            toServer.forward(nameEnd + 1, end);
        } else {
            toServer.forward(at, end);
        }
        expect(server, Kind.BIND, null);
    }

    private void onDescribe(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int nameEnd = nameEnd(source, at + 6, end);
        if (source.getByte(at + 5) != 'S') {
            toServer.forward(at, end);
        } else if (nameEnd == at + 6) {
            prepareUnnamed(server);
            toServer.forward(at, end);
        } else {
            ClientStatement statement = named ? session.statements().find(source, at + 6, nameEnd) : null;
            if (statement != null) {
                prepareIfMissing(server, statement.statement());
                StatementRewriter.describe(toServer.write(), statement.statement());
            } else if (named && StatementRewriter.collides(source, at + 6, nameEnd)) {
                StatementRewriter.guardedDescribe(toServer.write(), source, at + 6, nameEnd);
            } else {
                toServer.forward(at, end);
            }
        }
        expect(server, Kind.DESCRIBE, null);
    }

    private void onClose(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int nameEnd = nameEnd(source, at + 6, end);
        if (source.getByte(at + 5) == 'S' && nameEnd > at + 6 && named) {
            ClientStatement statement = session.statements().find(source, at + 6, nameEnd);
            if (statement != null) {
                session.statements().remove(statement);
            }
            server.conversation().expect(Kind.CLOSE, Action.SYNTHESIZE, statement);
            return;
        }
        Object subject = null;
        if (source.getByte(at + 5) == 'S' && nameEnd == at + 6) {
            session.unnamed(null);
            server.unnamed().become(null);
            subject = PendingReplies.UNNAMED;
        }
        expect(server, Kind.CLOSE, subject);
        toServer.forward(at, end);
    }

    private void prepareIfMissing(ServerLink server, CatalogStatement statement) {
        if (!server.statements().touch(statement)) {
            prepare(server, statement, Action.SWALLOW, statement);
        }
    }

    private void prepare(ServerLink server, CatalogStatement statement, Action action, Object subject) {
        for (CatalogStatement evicted = server.statements().evict();
                evicted != null;
                evicted = server.statements().evict()) {
            server.conversation().expect(Kind.CLOSE, Action.SWALLOW, evicted);
            StatementRewriter.close(toServer.write(), evicted);
        }
        server.statements().add(statement);
        counters.serverParse();
        server.conversation().expect(Kind.PARSE, action, subject);
        StatementRewriter.parse(toServer.write(), statement);
    }

    /** Sees that the server's unnamed statement is the client's, or that it has none where the client has none. */
    private void prepareUnnamed(ServerLink server) {
        CatalogStatement wanted = session.unnamed();
        if (server.unnamed().is(wanted)) {
            return;
        }
        if (wanted == null) {
            server.conversation().expect(Kind.CLOSE, Action.SWALLOW, PendingReplies.UNNAMED);
            StatementRewriter.closeUnnamed(toServer.write());
        } else {
            counters.serverParse();
            server.conversation().expect(Kind.PARSE, Action.SWALLOW, PendingReplies.UNNAMED);
            StatementRewriter.parseUnnamed(toServer.write(), wanted);
        }
        server.unnamed().become(wanted);
    }

    /** A COPY that waits for the client, or is about to, ends by an error; a server not in COPY passes over CopyFail. */
    private void onTerminate(ServerLink server) {
        if (!server.conversation().isQuiet()) {
            server.conversation().endCopyIn();
            FrontendMessages.copyFail(toServer.write(), "client has terminated");
        }
        server.flush(toServer);
        session.terminate();
    }

    /** Lets the server fail, so that it skips and its transaction is aborted, and shows the client what PostgreSQL says. */
    private void refuseDuplicate(ServerLink server, String name) {
        ByteBuf error = Unpooled.buffer(128);
        BackendMessages.errorResponse(
                error,
                "ERROR",
                SqlState.DUPLICATE_PREPARED_STATEMENT,
                "prepared statement \"" + name + "\" already exists",
                null);
        byte[] bytes = new byte[error.readableBytes()];
        error.readBytes(bytes);
        error.release();
        StatementRewriter.bindNothing(toServer.write());
        server.conversation().expect(Kind.BIND, Action.REPLACE_ERROR, bytes);
    }

    private static void expect(ServerLink server, Kind kind, @Nullable Object subject) {
        server.conversation().expect(kind, Action.FORWARD, subject);
    }

    private static int nameEnd(ByteBuf source, int from, int end) throws ProtocolException {
        int nameEnd = FrameScanner.cstringEnd(source, from, end);
        if (nameEnd < 0) {
            throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "invalid string in message");
        }
        return nameEnd;
    }

    private ServerLink server() {
        ServerLink server = holding;
        if (server == null) {
            throw new IllegalStateException("no server is held");
        }
        return server;
    }
}
