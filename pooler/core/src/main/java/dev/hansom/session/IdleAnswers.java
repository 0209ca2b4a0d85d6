package dev.hansom.session;

import dev.hansom.prepared.CatalogStatement;
import dev.hansom.prepared.ClientStatement;
import dev.hansom.prepared.StatementCatalog;
import dev.hansom.server.Deallocation;
import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.MessageType.Frontend;
import dev.hansom.wire.Outbox;
import io.netty.buffer.ByteBuf;

/**
 * What a client outside a transaction may send that needs no server: Close and DEALLOCATE of a statement, Sync, Terminate,
 * and the Parse of a text that a server has prepared before. PostgreSQL's answer to these depends on nothing but what the pooler knows
 * itself. A client that blocks while it prepares, and holds servers for others of its threads' connections meanwhile, as
 * pgbench does, would otherwise wait for itself.
 */
final class IdleAnswers {

    private IdleAnswers() {}

    /** True where the chunk is one Parse, of a name that is free and a text that is proven, and a Sync. */
    static boolean isKnownParse(ByteBuf in, ClientSession session, StatementCatalog catalog) {
        int at = in.readerIndex();
        int end = in.writerIndex();
        if (!FrameScanner.hasHeader(in, at, end)
                || FrameScanner.type(in, at) != Frontend.PARSE
                || FrameScanner.length(in, at) < 4
                || !FrameScanner.isComplete(in, at, end)) {
            return false;
        }
        int sync = FrameScanner.end(in, at);
        if (end - sync != 5 || FrameScanner.type(in, sync) != Frontend.SYNC || FrameScanner.length(in, sync) != 4) {
            return false;
        }
        int nameEnd = FrameScanner.cstringEnd(in, at + 5, sync);
        if (nameEnd <= at + 5 || session.prepared().named().find(in, at + 5, nameEnd) != null) {
            return false;
        }
        CatalogStatement known = catalog.find(in, nameEnd + 1, sync);
        return known != null && known.isProven();
    }

    /** Answers a chunk that {@link #isKnownParse}. */
    static void giveParse(ByteBuf in, ClientSession session, StatementCatalog catalog, Outbox toClient) {
        int at = in.readerIndex();
        int sync = FrameScanner.end(in, at);
        int nameEnd = FrameScanner.cstringEnd(in, at + 5, sync);
        session.prepared().named().add(in, at + 5, nameEnd, catalog.intern(in, nameEnd + 1, sync));
        BackendMessages.parseComplete(toClient.write());
        BackendMessages.readyForQuery(toClient.write(), (byte) 'I');
        session.flush(toClient);
    }

    /** Answers a chunk that is one Query of DEALLOCATE commands for the client's own names; false for any other. */
    static boolean giveDeallocation(ByteBuf in, ClientSession session, Outbox toClient) {
        int at = in.readerIndex();
        int end = in.writerIndex();
        if (!FrameScanner.hasHeader(in, at, end)
                || FrameScanner.type(in, at) != Frontend.QUERY
                || FrameScanner.length(in, at) != end - at - 1) {
            return false;
        }
        Deallocation known = Deallocation.tryOf(
                QueryText.commands(in, at, end, session.parameters()),
                session.prepared().named(),
                session.prepared().sql());
        if (known == null) {
            return false;
        }
        session.prepared().unnamed(null);
        known.tags().forEach(tag -> BackendMessages.commandComplete(toClient.write(), tag));
        BackendMessages.readyForQuery(toClient.write(), (byte) 'I');
        session.flush(toClient);
        return true;
    }

    /** True where the chunk is nothing but such messages, each complete, and the last closes the batch. */
    static boolean suffice(ByteBuf in) {
        int at = in.readerIndex();
        int end = in.writerIndex();
        int type = 0;
        while (at < end) {
            if (!FrameScanner.hasHeader(in, at, end)) {
                return false;
            }
            type = FrameScanner.type(in, at);
            int length = FrameScanner.length(in, at);
            if (length < 4 || length > end - at - 1 || !needsNoServer(in, type, at, length)) {
                return false;
            }
            at += 1 + length;
        }
        return type == Frontend.SYNC || type == Frontend.TERMINATE;
    }

    private static boolean needsNoServer(ByteBuf in, int type, int at, int length) {
        return switch (type) {
            case Frontend.CLOSE ->
                length > 6
                        && in.getByte(at + 5) == 'S'
                        && FrameScanner.cstringEnd(in, at + 6, at + 1 + length) == at + length;
            case Frontend.SYNC, Frontend.TERMINATE -> length == 4;
            default -> false;
        };
    }

    /** Answers a chunk that {@link #suffice}s. */
    static void give(ByteBuf in, ClientSession session, Outbox toClient) {
        int end = in.writerIndex();
        for (int at = in.readerIndex(); at < end && !session.isClosed(); at = FrameScanner.end(in, at)) {
            switch (FrameScanner.type(in, at)) {
                case Frontend.CLOSE -> {
                    ClientStatement statement =
                            session.prepared().named().find(in, at + 6, FrameScanner.end(in, at) - 1);
                    if (statement != null) {
                        session.prepared().named().remove(statement);
                    }
                    BackendMessages.closeComplete(toClient.write());
                }
                case Frontend.SYNC -> BackendMessages.readyForQuery(toClient.write(), (byte) 'I');
                default -> {
                    session.flush(toClient);
                    session.terminate();
                }
            }
        }
        if (!session.isClosed()) {
            session.flush(toClient);
        }
    }
}
