package dev.hansom.session;

/**
 * Which server connections a client wants.
 *
 * @param database the name clients use, which is the user's name where they give none
 * @param user the user they log in as
 * @param replication the start-up parameter of that name: {@code true}, {@code database}, or empty for an ordinary client
 */
public record PoolName(String database, String user, String replication) {

    /** True for a client that speaks the replication protocol: it has a connection of its own, for as long as it stays. */
    public boolean isReplication() {
        return !replication.isEmpty();
    }
}
