package dev.hansom.server;

import dev.hansom.clock.Ticker;
import org.jspecify.annotations.Nullable;

/** Since when a server's holder has been in a transaction, and works or idles in it. Loop-confined. */
final class HolderTimes {

    private final HolderLimits limits;
    private final Ticker ticker;
    private final boolean watched;
    private boolean inTransaction;
    private boolean working;
    private long transactionSince;
    private long since;

    HolderTimes(HolderLimits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
        this.watched = !limits.isNone();
    }

    /** The holder has sent something. */
    void sent(Conversation conversation) {
        if (!watched || working || !conversation.isBusy()) {
            return;
        }
        since = ticker.nanos();
        working = true;
        if (!inTransaction) {
            transactionSince = since;
            inTransaction = true;
        }
    }

    /** ReadyForQuery has come. */
    void answered(Conversation conversation) {
        if (!watched) {
            return;
        }
        since = ticker.nanos();
        working = conversation.isBusy();
        boolean ended = conversation.status() == 'I';
        if (ended) {
            transactionSince = since;
        }
        inTransaction = working || !ended || conversation.isMidBatch();
    }

    /** The holder is gone, and the server done with what it sent. */
    void end() {
        inTransaction = false;
        working = false;
    }

    /** What the client is told where a limit is exceeded, otherwise null. */
    @Nullable String exceeded(long now) {
        if (!inTransaction) {
            return null;
        }
        if (working && isOver(limits.query(), now - since)) {
            return "query timeout";
        }
        if (!working && isOver(limits.idleTransaction(), now - since)) {
            return "idle transaction timeout";
        }
        return isOver(limits.transaction(), now - transactionSince) ? "transaction timeout" : null;
    }

    private static boolean isOver(long limit, long time) {
        return limit > 0 && time >= limit;
    }
}
