package dev.hansom.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hansom.testkit.PostgresCluster;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The beans as an application uses them, around a real pooler and a real server. */
class PoolerHostTest {

    private final PostgresCluster cluster = PostgresCluster.shared();
    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void isUpAfterTheStartAndGoneAfterTheStop() throws Exception {
        PoolerHost host = host("enabled=true\n" + database());
        host.start(new StartupEvent());
        int port = host.port().orElseThrow();
        try (Connection connection = connect(port)) {
            assertThat(connection.isValid(30)).isTrue();
            host.stop(new ShutdownEvent());
            assertThat(connection.isValid(30)).isFalse();
        }
        assertThatThrownBy(() -> connect(port)).isInstanceOf(SQLException.class);
    }

    @Test
    void readinessFollowsThePooler() {
        PoolerHost host = host("enabled=true\n" + database());
        PoolerReadiness readiness = new PoolerReadiness(host);
        assertThat(readiness.call().getStatus()).isEqualTo(HealthCheckResponse.Status.DOWN);
        host.start(new StartupEvent());
        assertThat(readiness.call().getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
        host.stop(new ShutdownEvent());
        HealthCheckResponse stopped = readiness.call();
        assertThat(stopped.getName()).isEqualTo("hansom-pooler");
        assertThat(stopped.getStatus()).isEqualTo(HealthCheckResponse.Status.DOWN);
        assertThat(stopped.getData().orElseThrow().get("state").toString()).startsWith("not accepting");
    }

    @Test
    void aPoolThatAppearsLaterGetsItsMeters() throws Exception {
        PoolerHost host = host("enabled=true\n" + database());
        host.start(new StartupEvent());
        PoolerMeters meters = new PoolerMeters(registry, host);
        try {
            refresh(meters);
            assertThat(registry.getMeters()).isEmpty();
            try (Connection connection = connect(host.port().orElseThrow());
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                refresh(meters);
                assertThat(registry.getMeters())
                        .extracting(Meter::getId)
                        .allMatch(id -> cluster.database().equals(id.getTag("database")))
                        .allMatch(id -> cluster.superuser().equals(id.getTag("user")));
                double queries =
                        registry.get("hansom.pooler.queries").functionCounter().count();
                statement.execute("SELECT 2");
                refresh(meters);
                assertThat(registry.get("hansom.pooler.queries")
                                .functionCounter()
                                .count())
                        .isEqualTo(queries + 1);
                assertThat(registry.get("hansom.pooler.clients")
                                .tag("state", "active")
                                .gauge()
                                .value())
                        .isEqualTo(1);
            }
        } finally {
            host.stop(new ShutdownEvent());
        }
    }

    @Test
    void doesNothingWhereItIsNotEnabled() throws Exception {
        PoolerHost host = host("");
        host.start(new StartupEvent());
        refresh(new PoolerMeters(registry, host));
        assertThat(host.port()).isEmpty();
        assertThat(registry.getMeters()).isEmpty();
        assertThat(new PoolerReadiness(host).call().getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
        host.stop(new ShutdownEvent());
    }

    @Test
    void saysWhyItDoesNotStart() throws Exception {
        PoolerHost misconfigured = host("enabled=true\nauth-type=md5");
        assertThatThrownBy(() -> misconfigured.start(new StartupEvent()))
                .isInstanceOf(PoolerStartException.class)
                .hasMessageContaining("hansom.pooler.auth-type: ")
                .hasMessageContaining("hansom.pooler.databases: ");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            PoolerHost late = host("enabled=true\n" + database() + "listen-port=" + taken.getLocalPort());
            assertThatThrownBy(() -> late.start(new StartupEvent()))
                    .isInstanceOf(PoolerStartException.class)
                    .hasMessageStartingWith("cannot listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }

    private PoolerHost host(String lines) {
        return new PoolerHost(vertx, Properties.of(lines));
    }

    private String database() {
        String login = cluster.password().isEmpty()
                ? ""
                : "databases.\"*\".user=%s\ndatabases.\"*\".password=%s\n"
                        .formatted(cluster.superuser(), cluster.password());
        return "listen-port=0\ndatabases.\"*\".host=%s\ndatabases.\"*\".port=%d\n%s"
                .formatted(cluster.host(), cluster.port(), login);
    }

    private Connection connect(int port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + cluster.database() + "?sslmode=disable",
                cluster.superuser(),
                "");
    }

    private static void refresh(PoolerMeters meters) throws Exception {
        meters.refresh().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
