package dev.hansom.lab.run;

/**
 * Statements the server has executed for the shop's user.
 *
 * @param source which of the server's views counted, {@code none} where nothing does
 * @param queries the requests' own work
 * @param transactionControl BEGIN, COMMIT and their like
 * @param resets statements of a session reset
 */
public record StatementTally(String source, long queries, long transactionControl, long resets) {

    /** Whether anything counted. */
    public boolean known() {
        return !source.equals("none");
    }

    /** What came since an earlier reading. */
    public StatementTally since(StatementTally earlier) {
        return new StatementTally(
                source,
                queries - earlier.queries,
                transactionControl - earlier.transactionControl,
                resets - earlier.resets);
    }
}
