package dev.hansom.server;

import dev.hansom.server.PendingReplies.Kind;
import org.jspecify.annotations.Nullable;

/**
 * How far the exchange between a server and its holder has come: what is owed, whether a transaction is open, and what
 * only more messages of the holder can end. The holder's side writes what it sends, {@link ReplyReader} what comes back.
 * Loop-confined.
 */
public final class Conversation {

    private final PendingReplies pending = new PendingReplies();
    private byte status = 'I';
    private boolean batchOpen;
    private boolean skipping;
    private boolean copyIn;

    /** A message that asks for an answer has been sent, or left out because its answer is known. */
    public void expect(Kind kind, PendingReplies.Action action, @Nullable Object subject) {
        pending.add(kind, action, subject);
        batchOpen = !kind.endsCycle();
        if (kind == Kind.SYNC) {
            skipping = false;
        }
    }

    /** Transaction status of the last ReadyForQuery: I, T or E. */
    public byte status() {
        return status;
    }

    /** True while the server passes over everything up to a Sync that the holder has not sent yet. */
    public boolean isSkipping() {
        return skipping;
    }

    /** True where a message that ends its own cycle is answered as in no batch and no failed transaction. */
    public boolean takesOwnCycle() {
        return status != 'E' && !isMidBatch();
    }

    /** True while the server reads CopyData. */
    public boolean isCopyIn() {
        return copyIn;
    }

    /** The holder ends its CopyData, or sends what ends them by an error. */
    public void endCopyIn() {
        if (copyIn) {
            copyIn = false;
        } else if (isBusy()) {
            // The server may begin to read CopyData yet, and then meets this.
            pending.add(Kind.COPY_END, PendingReplies.Action.FORWARD, null);
        }
    }

    PendingReplies pending() {
        return pending;
    }

    /** What the pooler itself wants to know next, or null where it is a holder's turn. */
    @Nullable Question question() {
        return pending.subject() instanceof Question question ? question : null;
    }

    /** The server owes something. */
    boolean isBusy() {
        return !pending.isEmpty();
    }

    /** True where the holder has begun something that only more messages of its own can end. */
    boolean isMidBatch() {
        return batchOpen || skipping || copyIn;
    }

    /** True where nothing is owed and nothing half done; a transaction may be open. */
    public boolean isQuiet() {
        return pending.isEmpty() && !isMidBatch();
    }

    /** True where the server will come to rest without another message of the holder. */
    public boolean isAnswering() {
        return isBusy() && !isMidBatch();
    }

    /** True outside a transaction with nothing owed and nothing half done. */
    public boolean isAtRest() {
        return status == 'I' && isQuiet();
    }

    /** ReadyForQuery has come. */
    void ready(byte reported) {
        status = reported;
        copyIn = false;
    }

    /** The server has begun to read CopyData, in the answer to this kind of message. */
    void beginCopyIn(@Nullable Kind kind) {
        copyIn = !pending.dropReadByCopy();
        if (kind == Kind.EXECUTE) {
            batchOpen = !pending.hasSync();
        }
    }

    /** An error has come in the answer to this kind of message: in the extended protocol the rest up to Sync is skipped. */
    void failed(@Nullable Kind kind, PendingReplies.Undo undo) {
        copyIn = false;
        if (kind != null && !kind.endsCycle()) {
            skipping = !pending.dropToSync(undo);
            batchOpen = skipping;
        }
    }
}
