package dev.hansom.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** A server in a container of Testcontainers, which also removes it should this JVM be killed. */
final class ContainerBacking implements ClusterBacking {

    private static final DockerImageName IMAGE = DockerImageName.parse("postgres:18");
    private static final String SUPERUSER = "postgres";

    private final PostgreSQLContainer container;

    private ContainerBacking(PostgreSQLContainer container) {
        this.container = container;
    }

    static ContainerBacking start(PostgresCluster.Settings settings) {
        List<String> command = new ArrayList<>(List.of("postgres"));
        settings.all().forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        PostgreSQLContainer container = new PostgreSQLContainer(IMAGE)
                .withUsername(SUPERUSER)
                .withPassword(SUPERUSER)
                .withDatabaseName(SUPERUSER)
                // Like the embedded server: everybody is let in until a test says otherwise.
                .withEnv("POSTGRES_HOST_AUTH_METHOD", "trust")
                .withCommand(command.toArray(String[]::new));
        container.start();
        return new ContainerBacking(container);
    }

    @Override
    public String kind() {
        return "container";
    }

    @Override
    public String host() {
        return container.getHost();
    }

    @Override
    public int port() {
        return container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT);
    }

    @Override
    public String superuser() {
        return SUPERUSER;
    }

    @Override
    public String password() {
        return SUPERUSER;
    }

    @Override
    public String database() {
        return SUPERUSER;
    }

    @Override
    public Optional<Path> unixSocketDir() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> logFile() {
        return Optional.empty();
    }

    @Override
    public boolean ownsConfiguration() {
        return true;
    }

    @Override
    public void close() {
        container.stop();
    }
}
