package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.copyData;
import static dev.hansom.testkit.FrontendMessages.query;
import static dev.hansom.testkit.FrontendMessages.terminate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.testkit.ErrorFields;
import dev.hansom.testkit.ScriptedClient;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a client, a server or the pooler ends what is under way, and who is told. */
class EndingsTest {

    @Test
    void aCancelRequestReachesTheStatementOfItsClient() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.send(query("SELECT pg_sleep(60)"));
            awaitSleeper(pooler, "1");
            try (ScriptedClient canceller = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                canceller.cancel(a.backendKey());
                canceller.expectEnd();
            }
            assertThat(a.readUntilReady().error().orElseThrow().sqlState()).isEqualTo("57014");
            assertThat(a.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void whoDisconnectsInMidQueryTakesNoServerAlong() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            try (ScriptedClient a = pooler.client()) {
                a.send(query("SELECT pg_sleep(60)"));
                awaitSleeper(pooler, "1");
                a.reset();
            }
            try (ScriptedClient b = pooler.client()) {
                assertThat(b.query("SELECT 1").value()).isEqualTo("1");
                awaitSleeper(pooler, "0");
            }
        }
    }

    @Test
    void whoDisconnectsInCopyTakesNoServerAlong() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            pooler.cluster.execute("CREATE TABLE IF NOT EXISTS cut_in_copy (n int)");
            for (int i = 0; i < 3; i++) {
                try (ScriptedClient a = pooler.client()) {
                    a.send(query("COPY cut_in_copy FROM STDIN"));
                    a.expect('G');
                    a.send(copyData("1\n".getBytes(StandardCharsets.UTF_8)));
                    a.reset();
                }
                try (ScriptedClient b = pooler.client()) {
                    assertThat(b.query("SELECT count(*) FROM cut_in_copy").value())
                            .isEqualTo("0");
                }
            }
        }
    }

    @Test
    void whoSaysGoodByeIsAnsweredFirst() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            try (ScriptedClient a = pooler.client()) {
                a.send(query("BEGIN"), query("SELECT pg_sleep(0.1), 'last'"), terminate(), query("SELECT 'late'"));
                assertThat(a.readUntilReady().readyStatus()).isEqualTo('T');
                assertThat(a.readUntilReady().types()).isEqualTo("TDCZ");
                a.expectEnd();
            }
            try (ScriptedClient b = pooler.client()) {
                assertThat(b.query("SELECT 1").readyStatus()).isEqualTo('I');
            }
        }
    }

    @Test
    void whoSaysGoodByeInCopyLeavesTheServerBehind() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            String pid;
            try (ScriptedClient a = pooler.client();
                    ScriptedClient b = pooler.client()) {
                pid = a.query("SELECT pg_backend_pid()").value();
                a.query("CREATE TABLE IF NOT EXISTS left_in_copy (n int)");
                a.send(query("COPY left_in_copy FROM STDIN"));
                a.expect('G');
                a.send(copyData("1\n".getBytes(StandardCharsets.UTF_8)), terminate());
                assertThat(a.readUntilReady().error().orElseThrow().sqlState()).isEqualTo("57014");
                a.expectEnd();
                b.send(query("COPY left_in_copy FROM STDIN"), terminate());
                b.expect('G');
                assertThat(b.readUntilReady().error().orElseThrow().sqlState()).isEqualTo("57014");
                b.expectEnd();
            }
            try (ScriptedClient c = pooler.client()) {
                assertThat(c.query("SELECT pg_backend_pid()").value()).isEqualTo(pid);
                assertThat(c.query("SELECT count(*) FROM left_in_copy").value()).isEqualTo("0");
            }
        }
    }

    @Test
    void aServerThatDiesEndsItsClientOnly() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.query("BEGIN");
            int pid = Integer.parseInt(
                    String.valueOf(a.query("SELECT pg_backend_pid()").value()));
            assertThat(b.query("SELECT pg_terminate_backend(" + pid + ")").value())
                    .isEqualTo("t");
            assertThat(ErrorFields.read(a.expect('E')).toString()).startsWith("FATAL 57P01");
            a.expectEnd();
            assertThat(b.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void drainLetsATransactionEndAndIdleClientsGo() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2);
                ScriptedClient idle = pooler.client();
                ScriptedClient busy = pooler.client()) {
            busy.query("BEGIN");
            Future<Void> drained = pooler.pooler.drain(Duration.ofSeconds(20));
            assertThat(ErrorFields.read(idle.expect('E')).message()).isEqualTo("pooler is shutting down");
            idle.expectEnd();
            assertThat(busy.query("SELECT 1").value()).isEqualTo("1");
            assertThat(busy.query("COMMIT").tags()).containsExactly("COMMIT");
            busy.expect('E');
            busy.expectEnd();
            PoolerOnPostgres.join(drained);
        }
    }

    /** Waits for the server's own word: a cancel request that comes before the statement has begun is lost, as ever. */
    private static void awaitSleeper(PoolerOnPostgres pooler, String count) {
        PoolerOnPostgres.await(() -> {
            try {
                return count.equals(
                        pooler.cluster.value(
                                "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'"));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
