package dev.hansom.server;

import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.state.PreparedCommand;
import dev.hansom.state.SqlStatements;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.Outbox;
import org.jspecify.annotations.Nullable;

/** Sends a server the statements of the pooler's own, whose answers no client sees. Loop-confined. */
public final class OwnStatements {

    private final Conversation conversation;
    private final Outbox toServer;
    private final Link link;
    private final SqlStatements prepared = new SqlStatements();

    OwnStatements(Conversation conversation, Outbox toServer, Link link) {
        this.conversation = conversation;
        this.toServer = toServer;
        this.link = link;
    }

    /** What SQL's PREPARE has made on the server, whoever has told it so. */
    public SqlStatements prepared() {
        return prepared;
    }

    /**
     * Puts what a new holder needs before what it sends.
     *
     * @param settings may be empty
     * @param wanted what the holder has prepared by SQL
     */
    public void addFirst(String settings, SqlStatements wanted) {
        if (!settings.isEmpty()) {
            add(settings, null);
        }
        if (!wanted.isEmpty() || !prepared.isEmpty()) {
            prepared.become(wanted).forEach(this::add);
        }
    }

    /** A command about prepared statements may fail. */
    private void add(PreparedCommand command) {
        conversation.expect(Kind.QUERY, Action.SWALLOW, command);
        FrontendMessages.query(toServer.write(), command.text());
    }

    /** Sends one. */
    void run(String sql) {
        add(sql, null);
        toServer.flush(link);
    }

    /** Sends one whose answer is wanted. */
    void ask(String sql, Question question) {
        add(sql, question);
        toServer.flush(link);
    }

    private void add(String sql, @Nullable Question question) {
        conversation.expect(Kind.QUERY, Action.SWALLOW, question);
        FrontendMessages.query(toServer.write(), sql);
    }
}
