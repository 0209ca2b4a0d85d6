package dev.hansom.testkit;

import java.nio.file.Path;
import java.util.Optional;

/** Where a {@link PostgresCluster} comes from; closing it stops what was started, and nothing else. */
sealed interface ClusterBacking extends AutoCloseable permits UrlBacking, ContainerBacking, EmbeddedBacking {

    /** One word for messages: external, container or embedded. */
    String kind();

    String host();

    int port();

    String superuser();

    String password();

    String database();

    Optional<Path> unixSocketDir();

    Optional<Path> logFile();

    /** Whether tests may rewrite the server's configuration files. */
    boolean ownsConfiguration();

    @Override
    void close();
}
