package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.testkit.ErrorFields;
import dev.hansom.testkit.ScriptedClient;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two loops, to which clients are given in turn. */
class EventLoopsTest {

    private static final int CLIENTS = 8;

    private static PoolerOnPostgres pooler(int poolSize) {
        return new PoolerOnPostgres(s -> s.eventLoops(2).defaultPoolSize(poolSize));
    }

    @Test
    void limitsHoldOverAllLoopsAndCountsAreExact() throws Exception {
        try (PoolerOnPostgres pooler = pooler(3)) {
            List<ScriptedClient> clients = clients(pooler, CLIENTS);
            long before = pooler.counters().transactions();
            ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
            List<Future<Integer>> most = new ArrayList<>();
            for (ScriptedClient client : clients) {
                most.add(threads.submit(mostServers(client)));
            }
            for (Future<Integer> seen : most) {
                assertThat(seen.get(60, TimeUnit.SECONDS)).isBetween(1, 3);
            }
            threads.shutdown();
            assertThat(pooler.counters().transactions() - before).isEqualTo(CLIENTS * 50L);
            assertThat(pooler.pool().serversActive() + pooler.pool().serversIdle())
                    .isBetween(1, 3);
            close(clients);
        }
    }

    /** Asks fifty times how many connections there are of this pooler, by the name that its clients have given. */
    private static Callable<Integer> mostServers(ScriptedClient client) {
        return () -> {
            int most = 0;
            for (int i = 0; i < 50; i++) {
                String count = client.query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'loops'")
                        .value();
                most = Math.max(most, Integer.parseInt(String.valueOf(count)));
            }
            return most;
        };
    }

    @Test
    void theOnlyServerGoesFromLoopToLoop() throws Exception {
        try (PoolerOnPostgres pooler = pooler(1)) {
            List<ScriptedClient> clients = clients(pooler, 4);
            for (int i = 0; i < 12; i++) {
                assertThat(clients.get(i % 4).query("SELECT 1").value()).isEqualTo("1");
            }
            close(clients);
        }
    }

    @Test
    void aCancelRequestReachesItsClientFromEveryLoop() throws Exception {
        try (PoolerOnPostgres pooler = pooler(2)) {
            List<ScriptedClient> clients = clients(pooler, 2);
            ScriptedClient sleeper = clients.get(0);
            for (int i = 0; i < 2; i++) {
                sleeper.query("BEGIN");
                sleeper.send(query("SELECT pg_sleep(60)"));
                PoolerOnPostgres.await(() -> sleeping(pooler));
                try (ScriptedClient canceller = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                    canceller.cancel(sleeper.backendKey());
                    canceller.expectEnd();
                }
                assertThat(sleeper.readUntilReady().error().orElseThrow().sqlState())
                        .isEqualTo("57014");
                sleeper.query("ROLLBACK");
            }
            close(clients);
        }
    }

    private static boolean sleeping(PoolerOnPostgres pooler) {
        try {
            return "1"
                    .equals(
                            pooler.cluster.value(
                                    "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theMostClientsAreCountedOverAllLoops() throws Exception {
        try (PoolerOnPostgres pooler =
                new PoolerOnPostgres(s -> s.eventLoops(2).defaultPoolSize(2).maxClientConn(3))) {
            List<ScriptedClient> clients = clients(pooler, 3);
            try (ScriptedClient fourth = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                ErrorFields refused = fourth.tryLogin(
                                pooler.cluster.superuser(), pooler.cluster.password(), pooler.database(), Map.of())
                        .error()
                        .orElseThrow();
                assertThat(refused.message()).isEqualTo("no more connections allowed (max_client_conn)");
            }
            close(clients);
        }
    }

    private static List<ScriptedClient> clients(PoolerOnPostgres pooler, int count) throws IOException {
        List<ScriptedClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(pooler.client("application_name", "loops"));
        }
        return clients;
    }

    private static void close(List<ScriptedClient> clients) throws IOException {
        for (ScriptedClient client : clients) {
            client.close();
        }
    }
}
