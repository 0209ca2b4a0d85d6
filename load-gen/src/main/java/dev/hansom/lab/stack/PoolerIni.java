package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The sidecar's configuration of one stack: the ini file in the run directory, the passwords in the work directory. */
final class PoolerIni {

    private PoolerIni() {}

    /** The text; it holds no password. */
    static String text(Cluster cluster, StackSpec spec, int port, Path userlist) {
        return """
                [databases]
                %s = host=%s port=%d dbname=%s

                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %s
                pool_mode = transaction
                max_client_conn = 1000
                default_pool_size = %d
                max_prepared_statements = %d
                server_reset = %s
                ignore_startup_parameters = extra_float_digits
                """.formatted(
                        cluster.database(),
                        cluster.host(),
                        cluster.port(),
                        cluster.database(),
                        port,
                        userlist,
                        spec.poolSize(),
                        spec.maxPreparedStatements().orElseThrow(),
                        spec.serverReset().orElseThrow());
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new StackException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Writes the shop's user with its password; the password serves for clients and for servers. */
    static Path writeUserlist(Cluster cluster, Path directory) {
        Path file = directory.resolve("userlist.txt");
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, "\"" + quoted(cluster.user()) + "\" \"" + quoted(cluster.password()) + "\"\n");
            return file;
        } catch (IOException e) {
            throw new StackException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static String quoted(String text) {
        return text.replace("\"", "\"\"");
    }
}
