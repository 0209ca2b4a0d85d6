package dev.hansom.config;

import dev.hansom.pool.PoolMode;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One entry of {@code [databases]}: where a database that clients name is to be found, and what holds for it in place of
 * the pooler's own settings.
 *
 * @param name the name clients use; {@code *} is the fallback entry
 * @param hosts names or addresses, or directories of Unix sockets where they start with {@code /}; at least one
 * @param port the servers' port
 * @param balanced true: connections go to the hosts in turn; false: to one host until it fails
 * @param dbname the server's database; empty: the name the client gave
 * @param user the user for the server; empty: the client's own
 * @param password the password for the server; empty: the one of the user in the user list
 * @param connectQuery what runs on each new server connection
 * @param poolMode in place of {@code pool_mode}
 * @param poolSize in place of {@code default_pool_size}
 * @param minPoolSize in place of {@code min_pool_size}
 * @param reservePoolSize in place of {@code reserve_pool_size}
 * @param maxDbConnections in place of {@code max_db_connections}
 * @param maxDbClientConnections in place of {@code max_db_client_connections}
 * @param serverLifetime in place of {@code server_lifetime}
 */
public record DatabaseConfig(
        String name,
        List<String> hosts,
        int port,
        boolean balanced,
        Optional<String> dbname,
        Optional<String> user,
        Optional<String> password,
        Optional<String> connectQuery,
        Optional<PoolMode> poolMode,
        OptionalInt poolSize,
        OptionalInt minPoolSize,
        OptionalInt reservePoolSize,
        OptionalInt maxDbConnections,
        OptionalInt maxDbClientConnections,
        Optional<Duration> serverLifetime) {

    /** The name of the entry that serves databases which have none of their own. */
    public static final String FALLBACK = "*";

    public DatabaseConfig {
        Objects.requireNonNull(name);
        hosts = List.copyOf(hosts);
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("database " + name + " has no host");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " of database " + name + " is not in 1 to 65535");
        }
    }

    /** An entry that passes database and user through to the server at this address. */
    public static DatabaseConfig at(String name, String host, int port) {
        return builder(name).hosts(List.of(host)).port(port).build();
    }

    /** A builder that holds PgBouncer's defaults, and no host. */
    public static DatabaseConfigBuilder builder(String name) {
        return new DatabaseConfigBuilder(name);
    }

    /** The same entry with a user and a password for the server. */
    public DatabaseConfig withLogin(String serverUser, String serverPassword) {
        return new DatabaseConfig(
                name,
                hosts,
                port,
                balanced,
                dbname,
                Optional.of(serverUser),
                Optional.of(serverPassword),
                connectQuery,
                poolMode,
                poolSize,
                minPoolSize,
                reservePoolSize,
                maxDbConnections,
                maxDbClientConnections,
                serverLifetime);
    }

    /** The entry in words for logs: never the password. */
    @Override
    public String toString() {
        return "database " + name + " at " + String.join(",", hosts) + ":" + port;
    }
}
