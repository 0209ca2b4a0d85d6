package dev.hansom.pool;

/**
 * A pool's numbers, times in nanoseconds.
 *
 * @param size server connections at most
 * @param queryWaitTimeout how long a waiter stays in the queue; 0: for ever
 * @param serverLifetime after which a free connection is closed; 0: after its first use
 * @param serverIdleTimeout after which an unused one is closed; 0: never
 * @param serverLoginRetry how long a failed login is remembered before the next try
 */
public record PoolLimits(
        int size, long queryWaitTimeout, long serverLifetime, long serverIdleTimeout, long serverLoginRetry) {}
