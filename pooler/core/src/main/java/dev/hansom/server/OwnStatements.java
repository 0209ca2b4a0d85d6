package dev.hansom.server;

import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.Outbox;
import org.jspecify.annotations.Nullable;

/** Sends a server the statements of the pooler's own, whose answers no client sees. Loop-confined. */
final class OwnStatements {

    private final Conversation conversation;
    private final Outbox toServer;
    private final Link link;

    OwnStatements(Conversation conversation, Outbox toServer, Link link) {
        this.conversation = conversation;
        this.toServer = toServer;
        this.link = link;
    }

    /** Adds one to what is about to be sent. */
    void add(String sql) {
        add(sql, null);
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
