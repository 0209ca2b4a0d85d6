package dev.hansom.session;

import dev.hansom.prepared.CatalogStatement;
import dev.hansom.prepared.ClientStatement;
import dev.hansom.prepared.StatementRewriter;
import dev.hansom.server.CommandsUnderWay;
import dev.hansom.server.Deallocation;
import dev.hansom.server.PendingReplies;
import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.server.ServerLink;
import dev.hansom.server.ServerPool;
import dev.hansom.state.PreparedCommands;
import dev.hansom.stats.Counters;
import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one client's Parse, Bind, Describe, Execute and Close become: the server's names in place of the client's, a Parse
 * before them where the server lacks the statement, and no message at all where the pooler knows the answer. Messages are
 * complete but for a Bind's parameters, from {@code at} to {@code end} of the chunk. Loop-confined.
 */
final class ExtendedRequests {

    private final ClientSession session;
    private final ServerPool pool;
    private final Counters counters;
    private final Outbox toServer;
    private final boolean named;

    /** The commands about prepared statements that open portals will run. */
    private final Map<String, PreparedCommands> commands = new HashMap<>();

    ExtendedRequests(ClientSession session, ServerPool pool) {
        this.session = session;
        this.pool = pool;
        this.counters = pool.counters();
        this.toServer = pool.outboxes().toServer();
        this.named = pool.maxPreparedStatements() > 0;
    }

    /** The portals are gone: the transaction has ended. */
    void dropPortals() {
        if (!commands.isEmpty()) {
            commands.clear();
        }
    }

    void onParse(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int nameEnd = nameEnd(source, at + 5, end);
        counters.clientParse();
        if (nameEnd == at + 5) {
            CatalogStatement statement = pool.catalog().intern(source, nameEnd + 1, end);
            session.prepared().unnamed(statement);
            server.unnamed().become(statement);
            counters.serverParse();
            expect(server, Kind.PARSE, PendingReplies.UNNAMED);
            toServer.forward(at, end);
        } else if (!named) {
            counters.serverParse();
            expect(server, Kind.PARSE, null);
            toServer.forward(at, end);
        } else if (session.prepared().named().find(source, at + 5, nameEnd) != null) {
            refuseDuplicate(server, source.toString(at + 5, nameEnd - at - 5, StandardCharsets.UTF_8));
        } else {
            CatalogStatement statement = pool.catalog().intern(source, nameEnd + 1, end);
            ClientStatement added = session.prepared().named().add(source, at + 5, nameEnd, statement);
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

    void onBind(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int portalEnd = nameEnd(source, at + 5, end);
        int nameEnd = nameEnd(source, portalEnd + 1, end);
        counters.bind();
        if (nameEnd == portalEnd + 1) {
            prepareUnnamed(server);
            bound(source, at + 5, portalEnd, session.prepared().unnamed());
            expect(server, Kind.BIND, null);
            toServer.forward(at, end);
            return;
        }
        ClientStatement statement = named ? session.prepared().named().find(source, portalEnd + 1, nameEnd) : null;
        bound(source, at + 5, portalEnd, statement == null ? null : statement.statement());
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
        expect(server, Kind.BIND, statement == null ? null : statement.statement());
    }

    private void bound(ByteBuf source, int from, int to, @Nullable CatalogStatement statement) {
        PreparedCommands found = statement == null || !named ? PreparedCommands.NONE : statement.commands();
        if (!found.commands().isEmpty()) {
            commands.put(name(source, from, to), found);
        } else if (!commands.isEmpty()) {
            commands.remove(name(source, from, to));
        }
    }

    void onDescribe(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int nameEnd = nameEnd(source, at + 6, end);
        CatalogStatement described = null;
        if (source.getByte(at + 5) != 'S') {
            toServer.forward(at, end);
        } else if (nameEnd == at + 6) {
            prepareUnnamed(server);
            toServer.forward(at, end);
        } else {
            ClientStatement statement = named ? session.prepared().named().find(source, at + 6, nameEnd) : null;
            if (statement != null) {
                prepareIfMissing(server, statement.statement());
                StatementRewriter.describe(toServer.write(), statement.statement());
                described = statement.statement();
            } else if (named && StatementRewriter.collides(source, at + 6, nameEnd)) {
                StatementRewriter.guardedDescribe(toServer.write(), source, at + 6, nameEnd);
            } else {
                toServer.forward(at, end);
            }
        }
        expect(server, Kind.DESCRIBE, described);
    }

    void onExecute(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        counters.query();
        PreparedCommands found = PreparedCommands.NONE;
        if (!commands.isEmpty()) {
            int nameEnd = nameEnd(source, at + 5, end);
            found = commands.getOrDefault(name(source, at + 5, nameEnd), PreparedCommands.NONE);
        }
        Deallocation known = Deallocation.tryOf(
                found, session.prepared().named(), server.own().prepared());
        if (known != null) {
            server.conversation().expect(Kind.EXECUTE, Action.SYNTHESIZE, known);
            return;
        }
        boolean dropAll = found.dropAll(server.conversation().status() != 'I');
        if (dropAll) {
            server.statements().doubt();
        }
        expect(
                server,
                Kind.EXECUTE,
                CommandsUnderWay.of(found, dropAll, session.prepared().named()));
        toServer.forward(at, end);
    }

    void onClose(ServerLink server, ByteBuf source, int at, int end) throws ProtocolException {
        int nameEnd = nameEnd(source, at + 6, end);
        if (source.getByte(at + 5) == 'S' && nameEnd > at + 6 && named) {
            ClientStatement statement = session.prepared().named().find(source, at + 6, nameEnd);
            if (statement != null) {
                session.prepared().named().remove(statement);
            }
            server.conversation().expect(Kind.CLOSE, Action.SYNTHESIZE, statement);
            return;
        }
        Object subject = null;
        if (source.getByte(at + 5) == 'S' && nameEnd == at + 6) {
            session.prepared().unnamed(null);
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
        if (server.statements().isDoubtful(statement)) {
            server.conversation().expect(Kind.CLOSE, Action.SWALLOW, new PendingReplies.Doubtful(statement));
            StatementRewriter.close(toServer.write(), statement);
        }
        server.statements().add(statement);
        counters.serverParse();
        server.conversation().expect(Kind.PARSE, action, subject);
        StatementRewriter.parse(toServer.write(), statement);
    }

    /** Sees that the server's unnamed statement is the client's, or that it has none where the client has none. */
    private void prepareUnnamed(ServerLink server) {
        CatalogStatement wanted = session.prepared().unnamed();
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

    private static String name(ByteBuf source, int from, int to) {
        return from == to ? "" : source.toString(from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static int nameEnd(ByteBuf source, int from, int end) throws ProtocolException {
        int nameEnd = FrameScanner.cstringEnd(source, from, end);
        if (nameEnd < 0) {
            throw new ProtocolException(SqlState.PROTOCOL_VIOLATION, "invalid string in message");
        }
        return nameEnd;
    }
}
