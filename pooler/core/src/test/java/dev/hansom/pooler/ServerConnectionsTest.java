package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.DatabaseConfigBuilder;
import dev.hansom.config.PoolerConfigBuilder;
import dev.hansom.stats.PoolSnapshot;
import dev.hansom.testkit.FaultyRelay;
import dev.hansom.testkit.PostgresCluster;
import dev.hansom.testkit.ScriptedClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConnectionsTest {

    private final PostgresCluster cluster = PostgresCluster.shared();

    private PoolerOnPostgres pooler(
            UnaryOperator<PoolerConfigBuilder> settings, UnaryOperator<DatabaseConfigBuilder> database) {
        DatabaseConfigBuilder entry = DatabaseConfig.builder("*")
                .hosts(List.of(cluster.host()))
                .port(cluster.port())
                .user(Optional.of(cluster.superuser()))
                .password(Optional.of(cluster.password()));
        return new PoolerOnPostgres(builder ->
                settings.apply(builder.databases(List.of(database.apply(entry).build()))));
    }

    private static ScriptedClient as(String user, PoolerOnPostgres pooler) throws Exception {
        ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port());
        client.login(user, "", pooler.database());
        return client;
    }

    private static int servers(PoolerOnPostgres pooler) {
        return PoolerOnPostgres.join(pooler.pooler.stats()).pools().stream()
                .mapToInt(ServerConnectionsTest::servers)
                .sum();
    }

    private static int servers(PoolSnapshot pool) {
        return pool.serversActive() + pool.serversIdle() + pool.serversLogin();
    }

    @Test
    void usersOfADatabaseShareItsLimit() throws Exception {
        try (PoolerOnPostgres pooler = pooler(s -> s, d -> d.maxDbConnections(OptionalInt.of(1)));
                ScriptedClient alice = as("alice", pooler);
                ScriptedClient bob = as("bob", pooler)) {
            for (int i = 0; i < 5; i++) {
                alice.query("BEGIN");
                bob.send(query("SELECT 'bob'"));
                assertThat(alice.query("SELECT 'alice'").value()).isEqualTo("alice");
                assertThat(servers(pooler)).isEqualTo(1);
                alice.query("COMMIT");
                assertThat(bob.readUntilReady().value()).isEqualTo("bob");
            }
            assertThat(servers(pooler)).isEqualTo(1);
        }
    }

    @Test
    void databasesOfAUserShareItsLimit() throws Exception {
        try (PoolerOnPostgres pooler = pooler(s -> s.maxUserConnections(1), d -> d.dbname(Optional.of("postgres")))) {
            for (String database : List.of("one", "two", "one")) {
                try (ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                    client.login("u", "", database);
                    assertThat(client.query("SELECT 1").value()).isEqualTo("1");
                    assertThat(servers(pooler)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void smallestNumberIsKeptOpen() throws Exception {
        try (PoolerOnPostgres pooler = pooler(s -> s.minPoolSize(3), d -> d);
                ScriptedClient client = as("alice", pooler)) {
            PoolerOnPostgres.await(() -> pooler.pool().serversIdle() == 3);
            assertThat(client.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void reserveServesThoseWhoHaveWaited() throws Exception {
        try (PoolerOnPostgres pooler = pooler(
                        s -> s.defaultPoolSize(1).reservePoolSize(1).reservePoolTimeout(Duration.ofMillis(300)),
                        d -> d);
                ScriptedClient holder = as("alice", pooler);
                ScriptedClient waiting = as("alice", pooler)) {
            holder.query("BEGIN");
            assertThat(waiting.query("SELECT 'served'").value()).isEqualTo("served");
            assertThat(holder.query("COMMIT").tags()).containsExactly("COMMIT");
        }
    }

    @Test
    void connectQueryRunsOnEachNewConnection() throws Exception {
        try (PoolerOnPostgres pooler =
                        pooler(s -> s.defaultPoolSize(2), d -> d.connectQuery(Optional.of("SET work_mem = '7MB'")));
                ScriptedClient a = as("alice", pooler);
                ScriptedClient b = as("alice", pooler)) {
            a.query("BEGIN");
            assertThat(a.query("SHOW work_mem").value()).isEqualTo("7MB");
            assertThat(b.query("SHOW work_mem").value()).isEqualTo("7MB");
            a.query("COMMIT");
        }
    }

    @Test
    void connectQueryThatFailsIsNoReasonToRefuse() throws Exception {
        try (PoolerOnPostgres pooler = pooler(s -> s, d -> d.connectQuery(Optional.of("BEGIN; SELECT nonsense")));
                ScriptedClient a = as("alice", pooler)) {
            assertThat(a.query("SELECT 1").readyStatus()).isEqualTo('I');
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherHostServesWhereOneFails(boolean balanced) throws Exception {
        try (PoolerOnPostgres pooler = pooler(
                        s -> s.defaultPoolSize(1),
                        d -> d.hosts(List.of("127.0.0.3", "no-such-host.invalid", "localhost"))
                                .balanced(balanced));
                ScriptedClient a = as("alice", pooler)) {
            String first = a.query("SELECT pg_backend_pid()").value();
            a.send(query("SELECT pg_terminate_backend(pg_backend_pid())"));
            for (char type : "TDE".toCharArray()) {
                a.expect(type);
            }
            try (ScriptedClient b = as("alice", pooler)) {
                assertThat(b.query("SELECT pg_backend_pid()").value()).isNotEqualTo(first);
            }
        }
    }

    @Test
    void connectionIsCheckedBeforeItIsGiven() throws Exception {
        try (PoolerOnPostgres pooler = pooler(s -> s.serverCheckDelay(Duration.ZERO), d -> d);
                ScriptedClient a = as("alice", pooler)) {
            String first = a.query("SELECT pg_backend_pid()").value();
            assertThat(a.query("SELECT pg_backend_pid()").value()).isEqualTo(first);
        }
        try (PoolerOnPostgres pooler =
                        pooler(s -> s.serverCheckDelay(Duration.ZERO).serverCheckQuery("SELECT 1/0"), d -> d);
                ScriptedClient a = as("alice", pooler)) {
            String first = a.query("SELECT pg_backend_pid()").value();
            assertThat(a.query("SELECT pg_backend_pid()").value()).isNotEqualTo(first);
            assertThat(servers(pooler)).isEqualTo(1);
        }
    }

    @Test
    void serverThatDoesNotAnswerItsCheckIsReplaced() throws Exception {
        try (FaultyRelay relay = FaultyRelay.to(cluster.host(), cluster.port());
                PoolerOnPostgres pooler = pooler(
                        s -> s.serverCheckDelay(Duration.ZERO).serverConnectTimeout(Duration.ofSeconds(2)),
                        d -> d.hosts(List.of(relay.host())).port(relay.port()));
                ScriptedClient a = as("alice", pooler)) {
            String first = a.query("SELECT pg_backend_pid()").value();
            relay.stall(FaultyRelay.Direction.TO_CLIENT);
            a.send(query("SELECT pg_backend_pid()"));
            PoolerOnPostgres.await(() -> relay.connectionCount() == 2);
            relay.resume(FaultyRelay.Direction.TO_CLIENT);
            assertThat(a.readUntilReady().value()).isNotEqualTo(first);
        }
    }
}
