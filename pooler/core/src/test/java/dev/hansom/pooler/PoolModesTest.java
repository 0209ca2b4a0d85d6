package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.bind;
import static dev.hansom.testkit.FrontendMessages.execute;
import static dev.hansom.testkit.FrontendMessages.query;
import static dev.hansom.testkit.FrontendMessages.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.pool.PoolMode;
import dev.hansom.testkit.ErrorFields;
import dev.hansom.testkit.ScriptedClient;
import io.vertx.core.Future;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PoolModesTest {

    private static PoolerOnPostgres pooler(PoolMode mode, int size) {
        return new PoolerOnPostgres(settings -> settings.poolMode(mode).defaultPoolSize(size));
    }

    @Test
    void sessionKeepsItsServerAndAllThatIsOnIt() throws Exception {
        try (PoolerOnPostgres pooler = pooler(PoolMode.SESSION, 1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            String server = a.query("SELECT pg_backend_pid()").value();
            a.query("SET work_mem = '9MB'");
            a.query("PREPARE by_sql AS SELECT 'by SQL'");
            a.query("CREATE TEMP TABLE mine (n int)");
            a.prepare("by message", "SELECT 'by message'");
            b.send(query("SELECT pg_backend_pid()"));
            PoolerOnPostgres.await(() -> pooler.pool().clientsWaiting() == 1);
            assertThat(a.query("SHOW work_mem").value()).isEqualTo("9MB");
            assertThat(a.query("EXECUTE by_sql").value()).isEqualTo("by SQL");
            assertThat(a.exchange(bind("", "by message"), execute("", 0), sync())
                            .value())
                    .isEqualTo("by message");
            a.query("DEALLOCATE \"by message\"");
            assertThat(a.exchange(bind("", "by message"), sync())
                            .error()
                            .orElseThrow()
                            .sqlState())
                    .isEqualTo("26000");
            a.terminate();
            assertThat(b.readUntilReady().value()).isEqualTo(server);
            assertThat(b.query("SHOW work_mem").value()).isNotEqualTo("9MB");
            assertThat(b.query("SELECT to_regclass('mine')").value()).isNull();
            assertThat(b.query("SELECT count(*) FROM pg_prepared_statements").value())
                    .isEqualTo("0");
        }
    }

    @Test
    void sessionThatLeavesInATransactionLeavesNoTransaction() throws Exception {
        try (PoolerOnPostgres pooler = pooler(PoolMode.SESSION, 1);
                ScriptedClient b = pooler.client()) {
            try (ScriptedClient a = pooler.client()) {
                a.query("BEGIN; CREATE TABLE not_there (n int)");
                a.reset();
            }
            assertThat(b.query("SELECT to_regclass('not_there')").value()).isNull();
        }
    }

    @Test
    void drainEndsSessionsThatHaveNothingUnderWay() throws Exception {
        try (PoolerOnPostgres pooler = pooler(PoolMode.SESSION, 2);
                ScriptedClient idle = pooler.client();
                ScriptedClient busy = pooler.client()) {
            idle.query("SELECT 1");
            busy.query("BEGIN");
            Future<Void> drained = pooler.pooler.drain(Duration.ofSeconds(20));
            assertThat(ErrorFields.read(idle.expect('E')).message()).isEqualTo("pooler is shutting down");
            assertThat(busy.query("COMMIT").tags()).containsExactly("COMMIT");
            busy.expect('E');
            busy.expectEnd();
            PoolerOnPostgres.join(drained);
        }
    }

    @Test
    void statementModeRefusesTransactions() throws Exception {
        try (PoolerOnPostgres pooler = pooler(PoolMode.STATEMENT, 1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            assertThat(a.query("SELECT 1").value()).isEqualTo("1");
            assertThat(a.query("BEGIN; SELECT 2; COMMIT").value()).isEqualTo("2");
            assertThat(a.extended("SELECT 3").value()).isEqualTo("3");
            a.send(query("BEGIN"));
            a.expect('C');
            assertThat(ErrorFields.read(a.expect('E')).toString())
                    .startsWith("FATAL 08P01: transaction blocks not allowed in statement pooling mode");
            a.expectEnd();
            assertThat(b.query("SELECT 4").value()).isEqualTo("4");
        }
    }
}
