package dev.hansom.stats;

/**
 * One pool at one moment.
 *
 * @param database the database name clients use
 * @param user the user clients log in as
 * @param clientsActive clients that hold a server connection or are idle
 * @param clientsWaiting clients in the queue
 * @param serversActive server connections held by a client
 * @param serversIdle server connections free to be given out
 * @param serversLogin server connections being opened
 * @param statements statements interned in the catalog
 * @param counters what the pool has counted
 */
public record PoolSnapshot(
        String database,
        String user,
        int clientsActive,
        int clientsWaiting,
        int serversActive,
        int serversIdle,
        int serversLogin,
        int statements,
        CounterSnapshot counters) {

    /** The parts of one pool on two loops as one. */
    public PoolSnapshot plus(PoolSnapshot other) {
        return new PoolSnapshot(
                database,
                user,
                clientsActive + other.clientsActive,
                clientsWaiting + other.clientsWaiting,
                serversActive + other.serversActive,
                serversIdle + other.serversIdle,
                serversLogin + other.serversLogin,
                statements + other.statements,
                counters.plus(other.counters));
    }
}
