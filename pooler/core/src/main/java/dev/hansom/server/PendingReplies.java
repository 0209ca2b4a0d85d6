package dev.hansom.server;

import dev.hansom.prepared.CatalogStatement;
import org.jspecify.annotations.Nullable;

/**
 * What a server still owes, in order: one entry for each message that asks for an answer, with what is to be done with
 * the answer when it comes. A ring that grows where a client pipelines deeper, and allocates nothing otherwise.
 * Loop-confined.
 */
public final class PendingReplies {

    /** Of which message an answer is expected. */
    public enum Kind {
        PARSE,
        BIND,
        DESCRIBE,
        EXECUTE,
        CLOSE,
        SYNC,
        QUERY,
        FUNCTION,
        /** CopyDone or CopyFail, which has an answer only where it is not expected: see {@link #dropReadByCopy}. */
        COPY_END;

        /** Ends its cycle: its answer is a ReadyForQuery, and an error does not drop it. */
        boolean endsCycle() {
            return this == SYNC || this == QUERY || this == FUNCTION;
        }
    }

    /** What becomes of the answer. */
    public enum Action {
        /** It goes to the client. */
        FORWARD,
        /** The pooler asked: the client must not see it. */
        SWALLOW,
        /** The server was not asked: the pooler answers when everything before has been answered. */
        SYNTHESIZE,
        /** An error is expected, and the client is shown another in its place. */
        REPLACE_ERROR,
        /** It goes to the client, and says nothing of what the server has: a Parse sent to learn whether it may be one. */
        TRIAL
    }

    /** The subject of a Parse or Close of the unnamed statement. */
    public static final Object UNNAMED = "unnamed";

    /** The subject of a Close of a statement that the server may have yet. */
    public record Doubtful(CatalogStatement statement) {}

    /** Told of each entry that an error drops, the latest first: the server will not have done it. */
    interface Undo {
        void undo(Kind kind, Action action, @Nullable Object subject);
    }

    private Kind[] kinds = new Kind[16];
    private Action[] actions = new Action[16];
    private @Nullable Object[] subjects = new @Nullable Object[16];
    private int head;
    private int size;

    /** Expects an answer, behind all others; subject is what an {@link Undo} must know. */
    void add(Kind kind, Action action, @Nullable Object subject) {
        if (size == kinds.length) {
            grow();
        }
        int slot = slot(size);
        kinds[slot] = kind;
        actions[slot] = action;
        subjects[slot] = subject;
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The kind of the first entry, or null where nothing is expected. */
    @Nullable Kind kind() {
        return size == 0 ? null : kinds[head];
    }

    /** What to do with what comes next; FORWARD where nothing is expected. */
    Action action() {
        return size == 0 ? Action.FORWARD : actions[head];
    }

    @Nullable Object subject() {
        return size == 0 ? null : subjects[head];
    }

    /** The statement of the first message that the server was sent, where that is a Bind or Describe of a named one. */
    @Nullable CatalogStatement firstUsed() {
        for (int i = 0; i < size; i++) {
            int slot = slot(i);
            if (actions[slot] != Action.SYNTHESIZE) {
                boolean use = kinds[slot] == Kind.BIND || kinds[slot] == Kind.DESCRIBE;
                return use && subjects[slot] instanceof CatalogStatement used ? used : null;
            }
        }
        return null;
    }

    void pop() {
        popFirst();
        while (size > 0 && kinds[head] == Kind.COPY_END) {
            popFirst();
        }
    }

    private void popFirst() {
        subjects[head] = null;
        head = slot(1);
        size--;
    }

    /**
     * Drops what an error in the extended protocol skips: everything before the next Sync.
     *
     * @return false where that Sync has not been sent yet
     */
    boolean dropToSync(Undo undo) {
        int dropped = 0;
        while (dropped < size && kinds[slot(dropped)] != Kind.SYNC) {
            dropped++;
        }
        for (int i = dropped - 1; i >= 0; i--) {
            int slot = slot(i);
            undo.undo(kinds[slot], actions[slot], subjects[slot]);
        }
        for (int i = 0; i < dropped; i++) {
            popFirst();
        }
        return size > 0;
    }

    /**
     * Drops what a server reads as a part of the COPY IN that it has begun for the first entry: Syncs, over which it passes,
     * and the message that ends the copy, be it as it should or by an error.
     *
     * @return true where that end has been sent already
     */
    boolean dropReadByCopy() {
        boolean ended = false;
        int kept = Math.min(size, 1);
        for (int i = kept; i < size; i++) {
            int from = slot(i);
            boolean sent = actions[from] != Action.SYNTHESIZE;
            boolean drop = !ended && sent;
            ended |= drop && kinds[from] != Kind.SYNC;
            if (!drop) {
                int to = slot(kept);
                kinds[to] = kinds[from];
                actions[to] = actions[from];
                subjects[to] = subjects[from];
                kept++;
            }
        }
        for (int i = kept; i < size; i++) {
            subjects[slot(i)] = null;
        }
        size = kept;
        return ended;
    }

    /** True where a Sync is to be answered. */
    boolean hasSync() {
        for (int i = 0; i < size; i++) {
            if (kinds[slot(i)] == Kind.SYNC) {
                return true;
            }
        }
        return false;
    }

    private int slot(int index) {
        return (head + index) & (kinds.length - 1);
    }

    private void grow() {
        int larger = kinds.length * 2;
        Kind[] newKinds = new Kind[larger];
        Action[] newActions = new Action[larger];
        @Nullable Object[] newSubjects = new @Nullable Object[larger];
        for (int i = 0; i < size; i++) {
            int slot = slot(i);
            newKinds[i] = kinds[slot];
            newActions[i] = actions[slot];
            newSubjects[i] = subjects[slot];
        }
        kinds = newKinds;
        actions = newActions;
        subjects = newSubjects;
        head = 0;
    }
}
