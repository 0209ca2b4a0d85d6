package dev.hansom.lab.stack;

/**
 * Statements the server has executed for the shop's user, by what they are for. Differences of two show how many a
 * request took.
 *
 * @param source {@code pg_stat_statements}; {@code none} where the server does not have it, and all counts are 0
 * @param queries SELECT, INSERT, UPDATE, DELETE, MERGE and the rest that is neither of the below
 * @param transactionControl BEGIN, COMMIT, ROLLBACK and their like
 * @param resets statements of a session reset
 */
public record StatementCounts(String source, long queries, long transactionControl, long resets) {

    /** What a server without pg_stat_statements can tell. */
    public static final StatementCounts UNKNOWN = new StatementCounts("none", 0, 0, 0);

    /** True where the counts are the server's. */
    public boolean known() {
        return !source.equals(UNKNOWN.source);
    }

    /** What was executed since an earlier reading. */
    public StatementCounts since(StatementCounts earlier) {
        return new StatementCounts(
                source,
                queries - earlier.queries,
                transactionControl - earlier.transactionControl,
                resets - earlier.resets);
    }
}
