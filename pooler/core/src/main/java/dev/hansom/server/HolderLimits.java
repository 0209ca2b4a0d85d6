package dev.hansom.server;

/**
 * How long a client may keep a server connection, in nanoseconds; 0: for ever.
 *
 * @param query from the first message of a query to the ReadyForQuery that ends it ({@code query_timeout})
 * @param transaction from its first message to its end ({@code transaction_timeout})
 * @param idleTransaction in a transaction, between two queries ({@code idle_transaction_timeout})
 */
public record HolderLimits(long query, long transaction, long idleTransaction) {

    /** No limits. */
    public static final HolderLimits NONE = new HolderLimits(0, 0, 0);

    boolean isNone() {
        return equals(NONE);
    }
}
