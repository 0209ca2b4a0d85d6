package dev.hansom.pool;

/**
 * A pool's numbers, times in nanoseconds.
 *
 * @param size server connections at most
 * @param minSize server connections kept open while the pool is in use; where it is above {@code size}, that
 * @param reserveSize server connections beyond {@code size} for those who have waited for {@code reserveTimeout}
 * @param reserveTimeout how long one waits before the reserve is used; 0: it is not used
 * @param roundRobin true: the connection unused for the longest is given out first; false: the one returned last
 * @param checkDelay how long a connection may be unused before it is checked when it is wanted; 0: always checked;
 *     negative: never
 * @param queryWaitTimeout how long a waiter stays in the queue; 0: for ever
 * @param queryWaitNotify how long before a waiter is told that it waits; 0: never
 * @param serverLifetime after which a free connection is closed; 0: after its first use
 * @param serverIdleTimeout after which an unused one is closed; 0: never
 * @param serverLoginRetry how long a failed login is remembered before the next try
 */
public record PoolLimits(
        int size,
        int minSize,
        int reserveSize,
        long reserveTimeout,
        boolean roundRobin,
        long checkDelay,
        long queryWaitTimeout,
        long queryWaitNotify,
        long serverLifetime,
        long serverIdleTimeout,
        long serverLoginRetry) {}
