package dev.hansom.sidecar;

import dev.hansom.testkit.PostgresCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes configurations for tests: a pooler in front of a cluster, trusting everybody. */
final class SidecarIni {

    private SidecarIni() {}

    /** A file that serves every database of the cluster. */
    static Path write(Path directory, PostgresCluster cluster, String settings) throws IOException {
        return write(directory, """
                [databases]
                * = host=%s port=%d user='%s' password='%s'
                [pgbouncer]
                pool_mode = transaction
                auth_type = trust
                listen_addr = 127.0.0.1
                ignore_startup_parameters = extra_float_digits
                %s
                """.formatted(
                        cluster.host(), cluster.port(), cluster.superuser(), cluster.password(), settings));
    }

    static Path write(Path directory, String text) throws IOException {
        return Files.writeString(directory.resolve("hansom.ini"), text);
    }
}
