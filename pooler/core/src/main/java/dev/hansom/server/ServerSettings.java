package dev.hansom.server;

import dev.hansom.pool.PoolMode;
import dev.hansom.state.ServerReset;

/**
 * How the connections of one pool are used; times in nanoseconds.
 *
 * @param mode when a client gives its connection back
 * @param reset what runs on a connection then
 * @param connectQuery what runs on each new connection; empty: nothing
 * @param checkQuery what tells whether a connection answers; empty: an empty query
 * @param maxPreparedStatements named statements kept on each connection; 0: names pass through untouched
 * @param loginTimeout how long a server may take to let the pooler in, and with a statement of the pooler's own
 * @param cancelWaitTimeout how long a server may take to accept a cancel request; 0: for ever
 * @param holderLimits how long a client may keep a connection busy
 */
public record ServerSettings(
        PoolMode mode,
        ServerReset reset,
        String connectQuery,
        String checkQuery,
        int maxPreparedStatements,
        long loginTimeout,
        long cancelWaitTimeout,
        HolderLimits holderLimits) {}
