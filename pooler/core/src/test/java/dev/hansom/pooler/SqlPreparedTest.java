package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.bind;
import static dev.hansom.testkit.FrontendMessages.describeStatement;
import static dev.hansom.testkit.FrontendMessages.execute;
import static dev.hansom.testkit.FrontendMessages.parse;
import static dev.hansom.testkit.FrontendMessages.query;
import static dev.hansom.testkit.FrontendMessages.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.testkit.Reply;
import dev.hansom.testkit.ScriptedClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PREPARE, EXECUTE, DEALLOCATE and DISCARD ALL as SQL, beside the statements of the protocol. */
class SqlPreparedTest {

    private static final String ON_SERVER = "SELECT count(*) FROM pg_prepared_statements";

    @Test
    void deallocateFreesTheClientsNameAndTheServerKeepsTheStatement() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            for (int i = 0; i < 3; i++) {
                assertThat(a.exchange(parse("s", "SELECT 7"), sync()).types()).isEqualTo("1Z");
                assertThat(run(a, "s").value()).isEqualTo("7");
                Reply gone = a.exchange(query("DEALLOCATE s"));
                assertThat(gone.types()).isEqualTo("CZ");
                assertThat(gone.tags()).containsExactly("DEALLOCATE");
                assertThat(run(a, "s").error().orElseThrow().sqlState()).isEqualTo("26000");
            }
            assertThat(pooler.counters().serverParses()).isEqualTo(1);
            assertThat(a.query(ON_SERVER).value()).isEqualTo("1");
            assertThat(a.query("DEALLOCATE nothing").error().orElseThrow().toString())
                    .isEqualTo("ERROR 26000: prepared statement \"nothing\" does not exist");
            assertThat(a.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void deallocateAllIsTheClientsOwnAffair() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.exchange(parse("mine", "SELECT 'a'"), sync());
            b.exchange(parse("yours", "SELECT 'b'"), sync());
            assertThat(a.query("DEALLOCATE ALL").tags()).containsExactly("DEALLOCATE ALL");
            assertThat(run(a, "mine").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(run(b, "yours").value()).isEqualTo("b");
            assertThat(b.query(ON_SERVER).value()).isEqualTo("2");
        }
    }

    @Test
    void deallocateIsUnderstoodInATransactionAndInOneWriteWithOthers() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.exchange(parse("s", "SELECT 7"), sync());
            a.query("BEGIN");
            Reply gone = a.query("DEALLOCATE s");
            assertThat(gone.tags()).containsExactly("DEALLOCATE");
            assertThat(gone.readyStatus()).isEqualTo('T');
            a.query("COMMIT");
            a.exchange(parse("s", "SELECT 7"), sync());
            a.send(query("BEGIN"), query("DEALLOCATE s"), query("COMMIT"), query("DEALLOCATE s"));
            assertThat(a.readUntilReady().tags()).containsExactly("BEGIN");
            assertThat(a.readUntilReady().tags()).containsExactly("DEALLOCATE");
            assertThat(a.readUntilReady().tags()).containsExactly("COMMIT");
            assertThat(a.readUntilReady().error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(a.query(ON_SERVER).value()).isEqualTo("1");
        }
    }

    @Test
    void deallocateInAFailedTransactionIsRefusedAndTheNameStays() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.exchange(parse("s", "SELECT 7"), sync());
            a.send(query("BEGIN"), query("SELECT 1/0"), query("DEALLOCATE s"));
            assertThat(a.readUntilReady().readyStatus()).isEqualTo('T');
            assertThat(a.readUntilReady().readyStatus()).isEqualTo('E');
            Reply refused = a.readUntilReady();
            assertThat(refused.error().orElseThrow().sqlState()).isEqualTo("25P02");
            assertThat(refused.readyStatus()).isEqualTo('E');
            assertThat(a.query("DEALLOCATE s").error().orElseThrow().sqlState()).isEqualTo("25P02");
            a.query("ROLLBACK");
            assertThat(run(a, "s").value()).isEqualTo("7");
        }
    }

    @Test
    void deallocateIsUnderstoodInTheExtendedProtocol() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            for (String text : new String[] {"DEALLOCATE s", "DEALLOCATE ALL"}) {
                a.exchange(parse("s", "SELECT 7"), sync());
                Reply gone = a.exchange(parse("", text), bind("", ""), execute("", 0), sync());
                assertThat(gone.types()).isEqualTo("12CZ");
                assertThat(gone.tags()).containsExactly(text.replace(" s", ""));
                assertThat(run(a, "s").error().orElseThrow().sqlState()).isEqualTo("26000");
            }
            a.exchange(parse("s", "SELECT 7"), sync());
            a.exchange(parse("named", "DEALLOCATE s"), sync());
            assertThat(a.exchange(bind("portal", "named"), execute("portal", 0), sync())
                            .tags())
                    .containsExactly("DEALLOCATE");
            assertThat(run(a, "s").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(run(a, "named").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(a.query(ON_SERVER).value()).isEqualTo("2");
        }
    }

    @Test
    void whatSqlHasPreparedFollowsTheClient() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.query("PREPARE s (int) AS SELECT $1 + 1");
            a.query("PREPARE p AS SELECT pg_backend_pid()");
            String before = a.query("EXECUTE p").value();
            b.query("BEGIN");
            assertThat(a.query("EXECUTE s (1)").value()).isEqualTo("2");
            assertThat(a.query("EXECUTE p").value()).isNotEqualTo(before);
            assertThat(b.query("EXECUTE s (1)").error().orElseThrow().sqlState())
                    .isEqualTo("26000");
        }
    }

    @Test
    void oneNameIsAnotherStatementForAnotherClient() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client();
                ScriptedClient c = pooler.client()) {
            a.query("BEGIN");
            a.query("PREPARE s AS SELECT 'a'");
            a.query("ROLLBACK");
            assertThat(b.exchange(parse("", "PREPARE s AS SELECT 'b'"), bind("", ""), execute("", 0), sync())
                            .tags())
                    .containsExactly("PREPARE");
            b.query("PREPARE \"T t\" AS SELECT 't'; PREPARE u AS SELECT 'u'");
            for (int i = 0; i < 2; i++) {
                assertThat(a.query("EXECUTE s").value()).isEqualTo("a");
                assertThat(b.query("EXECUTE s").value()).isEqualTo("b");
                assertThat(b.query("EXECUTE \"T t\"").value()).isEqualTo("t");
                assertThat(c.query(ON_SERVER).value()).isEqualTo("0");
            }
            assertThat(b.query("DEALLOCATE s").tags()).containsExactly("DEALLOCATE");
            assertThat(a.query("PREPARE s AS SELECT 1").error().orElseThrow().sqlState())
                    .isEqualTo("42P05");
            assertThat(a.query("EXECUTE s").value()).isEqualTo("a");
            assertThat(b.query("EXECUTE s").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(b.query("EXECUTE u").value()).isEqualTo("u");
            b.query("DEALLOCATE ALL");
            assertThat(b.query("EXECUTE u").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(a.query("EXECUTE s").value()).isEqualTo("a");
        }
    }

    @Test
    void whatCannotBePreparedAgainIsMissingAndTheServerLives() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            String pid = a.query("SELECT pg_backend_pid()").value();
            a.query("CREATE TABLE IF NOT EXISTS goes_away (n int)");
            a.query("PREPARE s AS SELECT * FROM goes_away");
            b.query("DROP TABLE goes_away");
            assertThat(a.query("EXECUTE s").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(a.query("SELECT pg_backend_pid()").value()).isEqualTo(pid);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DISCARD ALL", "SELECT 1; DEALLOCATE ALL"})
    void whatFollowsACommandThatDropsAllInOneWriteIsPreparedAnew(String dropAll) throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            b.exchange(parse("other", "SELECT 8"), sync());
            a.exchange(parse("s", "SELECT 7"), sync());
            a.send(query(dropAll), parse("t", "SELECT 7"), bind("", "t"), execute("", 0), sync());
            assertThat(a.readUntilReady().error()).isEmpty();
            assertThat(a.readUntilReady().value()).isEqualTo("7");
            assertThat(run(a, "t").value()).isEqualTo("7");
            assertThat(run(a, "s").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(run(b, "other").value()).isEqualTo("8");
        }
    }

    @Test
    void whatFollowsARefusedDiscardInOneWriteWorks() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.exchange(parse("s", "SELECT 7"), sync());
            a.query("BEGIN");
            a.send(query("DISCARD ALL"), query("ROLLBACK"), bind("", "s"), execute("", 0), sync());
            assertThat(a.readUntilReady().error().orElseThrow().sqlState()).isEqualTo("25001");
            assertThat(a.readUntilReady().readyStatus()).isEqualTo('I');
            assertThat(a.readUntilReady().value()).isEqualTo("7");
            assertThat(run(a, "s").value()).isEqualTo("7");
        }
    }

    @Test
    void aStatementMayBeDescribedOnAServerThatHasNotParsedIt() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client();
                ScriptedClient c = pooler.client()) {
            a.exchange(parse("s", "SELECT 7 AS seven"), sync());
            b.query("BEGIN");
            assertThat(a.exchange(describeStatement("s"), sync()).types()).isEqualTo("tTZ");
            c.query("BEGIN");
            b.query("COMMIT");
            assertThat(a.exchange(describeStatement("s"), sync()).types()).isEqualTo("tTZ");
        }
    }

    private static Reply run(ScriptedClient client, String statement) throws Exception {
        return client.exchange(bind("", statement), execute("", 0), sync());
    }
}
