package dev.hansom.stats;

/**
 * What one pool counts. Confined to the pool's event loop, so that counting is a plain addition and exact; others read a
 * {@link #snapshot()} taken on the loop.
 */
public final class Counters {

    private long transactions;
    private long queries;
    private long clientParses;
    private long serverParses;
    private long binds;
    private long resets;
    private long failedResets;
    private long receivedBytes;
    private long sentBytes;
    private long waits;
    private long waitNanos;
    private long assignments;

    /** A transaction, or a batch outside one, ended on a server. */
    public void transaction() {
        transactions++;
    }

    /** A client sent a simple Query, an Execute or a function call. */
    public void query() {
        queries++;
    }

    /** A client sent a Parse. */
    public void clientParse() {
        clientParses++;
    }

    /** A Parse went to a server. */
    public void serverParse() {
        serverParses++;
    }

    /** A client sent a Bind. */
    public void bind() {
        binds++;
    }

    /** The pooler ran a reset, with or without success. */
    public void reset(boolean succeeded) {
        resets++;
        if (!succeeded) {
            failedResets++;
        }
    }

    /** Bytes came from a client. */
    public void received(int bytes) {
        receivedBytes += bytes;
    }

    /** Bytes went to a client. */
    public void sent(int bytes) {
        sentBytes += bytes;
    }

    /** A client waited this long for a server connection. */
    public void waited(long nanos) {
        waits++;
        waitNanos += nanos;
    }

    /** A server connection was given to a client. */
    public void assigned() {
        assignments++;
    }

    /** The counts at this moment; call it on the loop. */
    public CounterSnapshot snapshot() {
        return new CounterSnapshot(
                transactions,
                queries,
                clientParses,
                serverParses,
                binds,
                resets,
                failedResets,
                receivedBytes,
                sentBytes,
                waits,
                waitNanos,
                assignments);
    }
}
