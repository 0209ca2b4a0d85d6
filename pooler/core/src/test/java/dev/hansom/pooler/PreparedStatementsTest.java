package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.bind;
import static dev.hansom.testkit.FrontendMessages.closeStatement;
import static dev.hansom.testkit.FrontendMessages.describePortal;
import static dev.hansom.testkit.FrontendMessages.describeStatement;
import static dev.hansom.testkit.FrontendMessages.execute;
import static dev.hansom.testkit.FrontendMessages.flush;
import static dev.hansom.testkit.FrontendMessages.parse;
import static dev.hansom.testkit.FrontendMessages.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.testkit.Reply;
import dev.hansom.testkit.ScriptedClient;
import org.junit.jupiter.api.Test;

class PreparedStatementsTest {

    @Test
    void twoClientsGiveOneNameToDifferentStatements() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            assertThat(a.exchange(parse("s", "SELECT 'a'"), sync()).types()).isEqualTo("1Z");
            assertThat(b.exchange(parse("s", "SELECT 'b'"), sync()).types()).isEqualTo("1Z");
            assertThat(run(a, "s").value()).isEqualTo("a");
            assertThat(run(b, "s").value()).isEqualTo("b");
            assertThat(run(a, "s").value()).isEqualTo("a");
        }
    }

    @Test
    void oneTextIsPreparedOnceForAllClients() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            assertThat(a.exchange(parse("x", "SELECT 7"), describeStatement("x"), sync())
                            .types())
                    .isEqualTo("1tTZ");
            assertThat(b.exchange(parse("y", "SELECT 7"), describeStatement("y"), sync())
                            .types())
                    .isEqualTo("1tTZ");
            assertThat(run(b, "y").value()).isEqualTo("7");
            assertThat(pooler.counters().clientParses()).isEqualTo(2);
            assertThat(pooler.counters().serverParses()).isEqualTo(1);
            assertThat(a.query("SELECT count(*) FROM pg_prepared_statements").value())
                    .isEqualTo("1");
        }
    }

    @Test
    void aSecondParseOfANameIsAnErrorAndTheConnectionLives() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.exchange(parse("s", "SELECT 1"), sync());
            Reply again = a.exchange(parse("s", "SELECT 2"), bind("", "s"), execute("", 0), sync());
            assertThat(again.types()).isEqualTo("EZ");
            assertThat(again.error().orElseThrow().sqlState()).isEqualTo("42P05");
            assertThat(again.error().orElseThrow().message()).isEqualTo("prepared statement \"s\" already exists");
            assertThat(run(a, "s").value()).isEqualTo("1");
        }
    }

    @Test
    void anUnknownNameIsAnErrorWithTheClientsNameAndTheConnectionLives() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.exchange(parse("mine", "SELECT 1"), sync());
            Reply unknown = run(b, "mine");
            assertThat(unknown.types()).isEqualTo("EZ");
            assertThat(unknown.error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(unknown.error().orElseThrow().message()).contains("\"mine\"");
            Reply guessed = run(b, "hansom_1");
            assertThat(guessed.error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(b.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void aFailedParseLeavesNoName() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            assertThat(a.exchange(parse("s", "SELECT nonsense"), sync()).types())
                    .isEqualTo("EZ");
            assertThat(a.exchange(parse("s", "SELECT 3"), sync()).types()).isEqualTo("1Z");
            assertThat(run(a, "s").value()).isEqualTo("3");
            assertThat(pooler.pool().statements()).isEqualTo(1);
        }
    }

    @Test
    void whatAnErrorSkipsWasNotDone() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.exchange(parse("kept", "SELECT 'kept'"), sync());
            Reply failed = a.exchange(
                    parse("bad", "SELECT nonsense"), closeStatement("kept"), parse("skipped", "SELECT 1"), sync());
            assertThat(failed.types()).isEqualTo("EZ");
            assertThat(run(a, "kept").value()).isEqualTo("kept");
            assertThat(run(a, "skipped").error().orElseThrow().sqlState()).isEqualTo("26000");
        }
    }

    @Test
    void aFailedTransactionTakesNoParseAndTheServerKeepsWhatItHas() throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(b -> b.defaultPoolSize(1).maxPreparedStatements(2));
                ScriptedClient a = pooler.client()) {
            a.exchange(parse("one", "SELECT 1"), sync());
            a.exchange(parse("back", "ROLLBACK"), sync());
            a.query("BEGIN");
            a.query("SELECT 1/0");
            Reply refused = a.exchange(parse("other", "SELECT 1"), sync());
            assertThat(refused.types()).isEqualTo("EZ");
            assertThat(refused.error().orElseThrow().sqlState()).isEqualTo("25P02");
            assertThat(a.exchange(parse("again", "ROLLBACK"), sync()).types()).isEqualTo("1Z");
            assertThat(run(a, "again").readyStatus()).isEqualTo('I');
            assertThat(run(a, "other").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(run(a, "one").value()).isEqualTo("1");
            for (String text : new String[] {"SELECT 2", "SELECT 3", "SELECT 4"}) {
                assertThat(a.exchange(parse(text, text), sync()).types()).isEqualTo("1Z");
            }
            assertThat(run(a, "one").value()).isEqualTo("1");
        }
    }

    @Test
    void aTableThatChangesIsNoErrorOutsideATransaction() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.query("DROP TABLE IF EXISTS changes; CREATE TABLE changes (n int); INSERT INTO changes VALUES (7)");
            a.exchange(parse("s", "SELECT * FROM changes"), sync());
            assertThat(run(a, "s").value()).isEqualTo("7");
            b.query("ALTER TABLE changes ADD COLUMN m int DEFAULT 8");
            assertThat(run(a, "s").types()).isEqualTo("2DCZ");
            b.query("ALTER TABLE changes ADD COLUMN o int DEFAULT 9");
            assertThat(a.exchange(bind("", "s"), describePortal(""), execute("", 0), sync())
                            .types())
                    .isEqualTo("2TDCZ");
            b.query("ALTER TABLE changes DROP COLUMN o");
            assertThat(a.exchange(describeStatement("s"), sync()).types())
                    .as("half an answer cannot be taken back")
                    .isEqualTo("tEZ");
            assertThat(a.exchange(describeStatement("s"), sync()).types()).isEqualTo("tTZ");
            b.query("ALTER TABLE changes DROP COLUMN m");
            Reply both = a.exchange(parse("t", "SELECT * FROM changes"), bind("", "t"), execute("", 0), sync());
            assertThat(both.types()).isEqualTo("12DCZ");
            b.query("ALTER TABLE changes ADD COLUMN m int");
            a.query("BEGIN");
            assertThat(run(a, "s").error().orElseThrow().sqlState()).isEqualTo("0A000");
            a.query("ROLLBACK");
            assertThat(a.exchange(parse("bad", "SELECT nonsense"), bind("", "s"), sync())
                            .types())
                    .as("the server skips what would have made the statement anew")
                    .isEqualTo("EZ");
            assertThat(run(a, "s").types()).isEqualTo("2DCZ");
            b.query("DROP TABLE changes");
            assertThat(run(a, "s").error().orElseThrow().sqlState()).isEqualTo("42P01");
            assertThat(a.query("SELECT count(*) FROM pg_prepared_statements").value())
                    .isEqualTo("1");
        }
    }

    @Test
    void statementsThatAreDroppedOutOfSightAreMadeAgain() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.exchange(parse("s", "SELECT 7"), sync());
            b.query("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$");
            assertThat(run(a, "s").value()).isEqualTo("7");
        }
    }

    @Test
    void theServerNeverHoldsMoreThanTheLimit() throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(b -> b.defaultPoolSize(1).maxPreparedStatements(2));
                ScriptedClient a = pooler.client()) {
            for (String name : new String[] {"one", "two", "three"}) {
                a.exchange(parse(name, "SELECT '" + name + "'"), sync());
            }
            for (int i = 0; i < 3; i++) {
                for (String name : new String[] {"one", "two", "three"}) {
                    assertThat(run(a, name).value()).isEqualTo(name);
                    assertThat(a.query("SELECT count(*) <= 2 FROM pg_prepared_statements")
                                    .value())
                            .isEqualTo("t");
                }
            }
        }
    }

    @Test
    void oneBatchMayUseMoreStatementsThanTheLimit() throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(b -> b.defaultPoolSize(1).maxPreparedStatements(2));
                ScriptedClient a = pooler.client()) {
            for (int i = 0; i < 4; i++) {
                a.exchange(parse("s" + i, "SELECT " + i), sync());
            }
            Reply all = a.exchange(
                    bind("", "s0"),
                    execute("", 0),
                    bind("", "s1"),
                    execute("", 0),
                    bind("", "s2"),
                    execute("", 0),
                    bind("", "s3"),
                    execute("", 0),
                    bind("", "s0"),
                    execute("", 0),
                    sync());
            assertThat(all.types()).isEqualTo("2DC2DC2DC2DC2DCZ");
        }
    }

    @Test
    void theUnnamedStatementOutlivesItsCycle() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            assertThat(a.exchange(parse("", "SELECT 'a'"), describeStatement(""), sync())
                            .types())
                    .isEqualTo("1tTZ");
            assertThat(b.exchange(parse("", "SELECT 'b'"), describeStatement(""), sync())
                            .types())
                    .isEqualTo("1tTZ");
            assertThat(run(a, "").types()).isEqualTo("2DCZ");
            assertThat(run(a, "").value()).isEqualTo("a");
            assertThat(run(b, "").value()).isEqualTo("b");
        }
    }

    @Test
    void nobodyGetsSomebodyElsesUnnamedStatement() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.exchange(parse("", "SELECT 'secret'"), sync());
            assertThat(run(b, "").error().orElseThrow().sqlState()).isEqualTo("26000");
        }
    }

    @Test
    void aFlushIsAnsweredThoughTheServerIsNotAsked() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.exchange(parse("s", "SELECT 1"), sync());
            b.send(parse("t", "SELECT 1"), flush());
            b.expectTypes("1");
            b.send(describeStatement("t"), flush());
            b.expectTypes("tT");
            b.send(bind("", "t"), execute("", 0), sync());
            b.expectTypes("2DCZ");
        }
    }

    @Test
    void aParseOfAKnownTextNeedsNoServer() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.exchange(parse("s", "SELECT 1"), sync());
            a.query("BEGIN");
            assertThat(b.exchange(parse("s", "SELECT 1"), sync()).types()).isEqualTo("1Z");
            assertThat(b.exchange(closeStatement("s"), sync()).types()).isEqualTo("3Z");
            a.query("COMMIT");
        }
    }

    @Test
    void deallocateAllForgetsTheClientsNamesAndNobodyElses() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.exchange(parse("s", "SELECT 'a'"), sync());
            b.exchange(parse("s", "SELECT 'b'"), sync());
            assertThat(a.query("DISCARD ALL").tags()).containsExactly("DISCARD ALL");
            assertThat(run(a, "s").error().orElseThrow().sqlState()).isEqualTo("26000");
            assertThat(run(b, "s").value()).isEqualTo("b");
        }
    }

    @Test
    void namesPassThroughWhereTheLimitIsZero() throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(b -> b.defaultPoolSize(1).maxPreparedStatements(0));
                ScriptedClient a = pooler.client()) {
            a.exchange(parse("plain", "SELECT 1"), sync());
            assertThat(a.query("SELECT name FROM pg_prepared_statements").value())
                    .isEqualTo("plain");
        }
    }

    private static Reply run(ScriptedClient client, String name) throws Exception {
        return client.exchange(bind("", name), execute("", 0), sync());
    }
}
