package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The pooler's configuration of one stack, the same whether it is embedded or a sidecar: the ini file is in the run
 * directory, the passwords are in the work directory.
 *
 * @param file the ini file
 * @param text what is in it, for the record: no password, and no directory, which is another in every run
 * @param port where the pooler listens
 */
record PoolerIni(Path file, String text, int port) {

    /** Writes the files of a stack's pooler. */
    static PoolerIni write(LabDirs dirs, Cluster cluster, StackSpec spec, String process, int port) {
        Path file = dirs.run().resolve(process + ".ini");
        Path secrets = dirs.work().resolve(process);
        try {
            Files.createDirectories(secrets);
            String text = text(cluster, spec, port, writeUserlist(cluster, secrets));
            Files.writeString(file, text);
            return new PoolerIni(file, text.replace(secrets + "/", ""), port);
        } catch (IOException e) {
            throw new StackException("cannot write " + file + " or the user list in " + secrets + ": " + e, e);
        }
    }

    private static String text(Cluster cluster, StackSpec spec, int port, Path userlist) {
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

    /** The shop's user with its password, which serves for clients and for servers. */
    private static Path writeUserlist(Cluster cluster, Path directory) throws IOException {
        Path file = directory.resolve("userlist.txt");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "\"" + quoted(cluster.user()) + "\" \"" + quoted(cluster.password()) + "\"\n");
        return file;
    }

    private static String quoted(String text) {
        return text.replace("\"", "\"\"");
    }
}
