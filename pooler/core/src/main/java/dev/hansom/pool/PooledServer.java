package dev.hansom.pool;

/** What a pool must know of a server connection. Confined to the pool's event loop. */
public interface PooledServer {

    /** When the connection was opened, in the nanoseconds of the pool's clock. */
    long openedAt();

    /** Finds out whether the server answers: then it is released to the pool, otherwise lost. */
    void check();

    /** Closes the connection; the pool has forgotten it already. */
    void retire(String reason);
}
