package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfigBuilder;
import dev.hansom.pool.PoolMode;
import dev.hansom.testkit.ErrorFields;
import dev.hansom.testkit.FaultyRelay;
import dev.hansom.testkit.PostgresCluster;
import dev.hansom.testkit.Reply;
import dev.hansom.testkit.ScriptedClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeLimitsTest {

    private static final Duration LIMIT = Duration.ofMillis(300);

    private static PoolerOnPostgres poolOfOne(UnaryOperator<PoolerConfigBuilder> settings) {
        return new PoolerOnPostgres(builder -> settings.apply(builder.defaultPoolSize(1)));
    }

    @Test
    void queryThatTakesTooLongIsCancelledAndItsClientTold() throws Exception {
        try (PoolerOnPostgres pooler = poolOfOne(s -> s.queryTimeout(LIMIT));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.send(query("SELECT pg_sleep(61)"));
            expectEnd(a, "query timeout");
            assertThat(b.query("SELECT 1").value()).isEqualTo("1");
            PoolerOnPostgres.await(() -> {
                try {
                    return "0"
                            .equals(pooler.cluster.value("SELECT count(*) FROM pg_stat_activity"
                                    + " WHERE query = 'SELECT pg_sleep(61)' AND state = 'active'"));
                } catch (java.sql.SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @Test
    void idleTransactionEndsAndItsServerWithIt() throws Exception {
        try (PoolerOnPostgres pooler = poolOfOne(s -> s.idleTransactionTimeout(LIMIT));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            String server = a.query("BEGIN; SELECT pg_backend_pid()").value();
            b.send(query("SELECT pg_backend_pid()"));
            expectEnd(a, "idle transaction timeout");
            assertThat(b.readUntilReady().value()).isNotEqualTo(server);
        }
    }

    @Test
    void transactionEndsHoweverBusyItIs() throws Exception {
        try (PoolerOnPostgres pooler = poolOfOne(s -> s.transactionTimeout(LIMIT));
                ScriptedClient a = pooler.client()) {
            a.query("BEGIN");
            a.send(query("SELECT pg_sleep(61)"));
            expectEnd(a, "transaction timeout");
        }
    }

    @ParameterizedTest
    @EnumSource(PoolMode.class)
    void clientThatDoesNothingIsSentAway(PoolMode mode) throws Exception {
        try (PoolerOnPostgres pooler = poolOfOne(s -> s.poolMode(mode).clientIdleTimeout(LIMIT));
                ScriptedClient a = pooler.client()) {
            a.query("SELECT pg_sleep(0.6)");
            expectEnd(a, "client_idle_timeout");
            PoolerOnPostgres.await(() -> pooler.pool().serversIdle() == 1);
        }
    }

    @Test
    void clientThatWaitsIsToldOnce() throws Exception {
        try (PoolerOnPostgres pooler =
                        poolOfOne(s -> s.queryWaitNotify(LIMIT).queryWaitTimeout(Duration.ofSeconds(2)));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.query("BEGIN");
            b.send(query("SELECT 1"));
            ErrorFields notice = ErrorFields.read(b.expect('N'));
            assertThat(notice.toString())
                    .startsWith(
                            "NOTICE 00000: No server connection available in postgres backend, client being queued");
            expectEnd(b, "query_wait_timeout");
        }
    }

    @Test
    void serverThatTakesACancelRequestTooLateIsNotGivenToOthers() throws Exception {
        PostgresCluster cluster = PostgresCluster.shared();
        try (FaultyRelay relay = FaultyRelay.to(cluster.host(), cluster.port());
                PoolerOnPostgres pooler = poolOfOne(s -> s.cancelWaitTimeout(LIMIT)
                        .databases(List.of(DatabaseConfig.at("*", relay.host(), relay.port())
                                .withLogin(cluster.superuser(), cluster.password()))));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            String server = a.query("SELECT pg_backend_pid()").value();
            long before = relay.forwarded(FaultyRelay.Direction.TO_SERVER);
            a.send(query("SELECT pg_sleep(2), 'slept'"));
            relay.awaitForwarded(FaultyRelay.Direction.TO_SERVER, before + 1);
            relay.stall(FaultyRelay.Direction.TO_SERVER);
            try (ScriptedClient canceller = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                canceller.cancel(a.backendKey());
                canceller.expectEnd();
            }
            Reply slept = a.readUntilReady();
            relay.resume(FaultyRelay.Direction.TO_SERVER);
            assertThat(slept.types()).startsWith("TD");
            assertThat(b.query("SELECT pg_backend_pid()").value()).isNotEqualTo(server);
        }
    }

    @Test
    void databaseAndUserHaveOnlySoManyClients() throws Exception {
        try (PoolerOnPostgres pooler = poolOfOne(s -> s.maxDbClientConnections(2));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            assertThat(refusal(pooler)).contains("client connections exceeded (max_db_client_connections)");
            b.terminate();
            PoolerOnPostgres.await(() -> pooler.pool().clientsActive() == 1);
            pooler.client().close();
            assertThat(a.query("SELECT 1").value()).isEqualTo("1");
        }
        try (PoolerOnPostgres pooler = poolOfOne(s -> s.maxUserClientConnections(1));
                ScriptedClient a = pooler.client()) {
            assertThat(refusal(pooler)).contains("client connections exceeded (max_user_client_connections)");
            assertThat(a.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    private static String refusal(PoolerOnPostgres pooler) throws Exception {
        try (ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            return client.tryLogin(pooler.cluster.superuser(), pooler.cluster.password(), pooler.database(), Map.of())
                    .error()
                    .orElseThrow()
                    .toString();
        }
    }

    private static void expectEnd(ScriptedClient client, String message) throws Exception {
        assertThat(ErrorFields.read(client.expect('E')).toString()).startsWith("FATAL 08P01: " + message);
        client.expectEnd();
    }
}
