package dev.hansom.config;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One entry of {@code [databases]}: where a database that clients name is to be found.
 *
 * @param name the name clients use; {@code *} is the fallback entry
 * @param host a name or address, or the directory of a Unix socket where it starts with {@code /}
 * @param port the server's port
 * @param dbname the server's database; empty: the name the client gave
 * @param user the user for the server; empty: the client's own
 * @param password the password for the server; empty: the one of the user in the user list
 * @param poolSize server connections for each (database, user); empty: the pooler's default
 */
public record DatabaseConfig(
        String name,
        String host,
        int port,
        Optional<String> dbname,
        Optional<String> user,
        Optional<String> password,
        OptionalInt poolSize) {

    /** The name of the entry that serves databases which have none of their own. */
    public static final String FALLBACK = "*";

    public DatabaseConfig {
        Objects.requireNonNull(name);
        Objects.requireNonNull(host);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " of database " + name + " is not in 1 to 65535");
        }
    }

    /** An entry that passes database and user through to the server at this address. */
    public static DatabaseConfig at(String name, String host, int port) {
        return new DatabaseConfig(
                name, host, port, Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.empty());
    }

    /** The same entry with a user and a password for the server. */
    public DatabaseConfig withLogin(String serverUser, String serverPassword) {
        return new DatabaseConfig(
                name, host, port, dbname, Optional.of(serverUser), Optional.of(serverPassword), poolSize);
    }

    /** True where the host is the directory of a Unix socket. */
    public boolean isUnixSocket() {
        return host.startsWith("/");
    }

    /** The entry in words for logs: never the password. */
    @Override
    public String toString() {
        return "database " + name + " at " + host + ":" + port;
    }
}
