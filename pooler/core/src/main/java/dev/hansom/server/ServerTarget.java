package dev.hansom.server;

import org.jspecify.annotations.Nullable;

/**
 * Where a pool's server connections go and as whom.
 *
 * @param host name or address, or the directory of a Unix socket where it begins with {@code /}
 * @param port the server's port
 * @param database the server's database
 * @param user the role to log in as
 * @param secret password or {@code md5...} secret, null where none is known
 */
public record ServerTarget(
        String host,
        int port,
        String database,
        String user,
        @Nullable String secret) {

    /** True where the host is the directory of a Unix socket. */
    public boolean isUnixSocket() {
        return host.startsWith("/");
    }

    /** The file of the Unix socket. */
    public String unixSocketFile() {
        return host + "/.s.PGSQL." + port;
    }

    /** The target in words for logs: never the secret. */
    @Override
    public String toString() {
        return user + "@" + (isUnixSocket() ? unixSocketFile() : host + ":" + port) + "/" + database;
    }
}
