package dev.hansom.session;

import dev.hansom.server.CommandsUnderWay;
import dev.hansom.server.Deallocation;
import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.server.ServerLink;
import dev.hansom.server.ServerPool;
import dev.hansom.state.PreparedCommands;
import dev.hansom.stats.Counters;
import dev.hansom.wire.FrameReader;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.MessageType.Frontend;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Reads what one client asks and passes it on to the server the client holds: as it came, but for the messages that name
 * prepared statements, which get the server's names, and a Parse before them where the server lacks the statement.
 * Loop-confined.
 */
final class ClientRequests extends FrameReader {

    /** A Query up to this length, in bytes, is read before it is sent. */
    private static final int READ_WHOLE = 1 << 16;

    private final ClientSession session;
    private final ServerPool pool;
    private final Counters counters;
    private final Outbox toServer;
    private final boolean named;
    private final ExtendedRequests extended;
    private @Nullable ServerLink holding;
    private @Nullable String runFirst;
    private boolean passOn;
    private boolean flushAsked;
    private final BatchShape batch = new BatchShape();

    ClientRequests(ClientSession session, ServerPool pool) {
        this.session = session;
        this.pool = pool;
        this.counters = pool.counters();
        this.toServer = pool.outboxes().toServer();
        this.named = pool.maxPreparedStatements() > 0;
        this.extended = new ExtendedRequests(session, pool);
    }

    /**
     * Passes on what has come.
     *
     * @param first where the client has just got the server: settings that must be made before, empty for none; else null
     */
    void serve(ServerLink server, ByteBuf in, @Nullable String first) throws ProtocolException {
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
        if (IdleAnswers.giveDeallocation(in, session, pool.outboxes().toClient())) {
            counters.query();
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
        batch.open(source, named && server().conversation().isAtRest());
        if (runFirst != null) {
            server().own().addFirst(runFirst, session.prepared().sql());
            runFirst = null;
            extended.dropPortals();
        }
    }

    @Override
    protected boolean mayPass(ByteBuf source, int type, int at, int end) {
        return switch (type) {
            case Frontend.COPY_DATA, Frontend.FUNCTION_CALL -> true;
            case Frontend.QUERY -> FrameScanner.length(source, at) > READ_WHOLE;
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
        batch.keepIfWhole(server.retry());
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
        batch.add(type, end);
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
            case Frontend.QUERY -> onQuery(server, source, at, end);
            case Frontend.PARSE -> extended.onParse(server, source, at, end);
            case Frontend.BIND -> extended.onBind(server, source, at, end);
            case Frontend.DESCRIBE -> extended.onDescribe(server, source, at, end);
            case Frontend.EXECUTE -> extended.onExecute(server, source, at, end);
            case Frontend.CLOSE -> extended.onClose(server, source, at, end);
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

    private void onQuery(ServerLink server, ByteBuf source, int at, int end) {
        counters.query();
        session.prepared().unnamed(null);
        PreparedCommands commands =
                named ? QueryText.commands(source, at, end, server.parameters()) : PreparedCommands.NONE;
        if (server.conversation().takesOwnCycle()) {
            Deallocation known = Deallocation.tryOf(
                    commands, session.prepared().named(), server.own().prepared());
            if (known != null) {
                flushAsked = true;
                server.conversation().expect(Kind.QUERY, Action.SYNTHESIZE, known);
                return;
            }
        }
        boolean dropAll = commands.dropAll(server.conversation().status() != 'I');
        if (dropAll) {
            server.statements().doubt();
        }
        server.unnamed().become(null);
        expect(
                server,
                Kind.QUERY,
                CommandsUnderWay.of(commands, dropAll, session.prepared().named()));
        toServer.forward(at, end);
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

    private static void expect(ServerLink server, Kind kind, @Nullable Object subject) {
        server.conversation().expect(kind, Action.FORWARD, subject);
    }

    private ServerLink server() {
        ServerLink server = holding;
        if (server == null) {
            throw new IllegalStateException("no server is held");
        }
        return server;
    }
}
