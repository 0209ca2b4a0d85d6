package dev.hansom.stats;

/**
 * What one pool has counted since it was made. Times in nanoseconds.
 *
 * @param transactions transactions that ended
 * @param queries simple Query messages and Executes answered
 * @param clientParses Parse messages from clients
 * @param serverParses Parse messages sent to servers
 * @param binds Bind messages from clients
 * @param resets resets the pooler ran
 * @param failedResets resets that failed, each of which closed its server connection
 * @param receivedBytes bytes from clients
 * @param sentBytes bytes to clients
 * @param waits times a client waited for a server connection
 * @param waitNanos nanoseconds clients waited
 * @param assignments times a server connection was given to a client
 */
public record CounterSnapshot(
        long transactions,
        long queries,
        long clientParses,
        long serverParses,
        long binds,
        long resets,
        long failedResets,
        long receivedBytes,
        long sentBytes,
        long waits,
        long waitNanos,
        long assignments) {

    /** The sums of two. */
    public CounterSnapshot plus(CounterSnapshot other) {
        return new CounterSnapshot(
                transactions + other.transactions,
                queries + other.queries,
                clientParses + other.clientParses,
                serverParses + other.serverParses,
                binds + other.binds,
                resets + other.resets,
                failedResets + other.failedResets,
                receivedBytes + other.receivedBytes,
                sentBytes + other.sentBytes,
                waits + other.waits,
                waitNanos + other.waitNanos,
                assignments + other.assignments);
    }
}
