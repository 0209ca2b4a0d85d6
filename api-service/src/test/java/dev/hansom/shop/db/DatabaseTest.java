package dev.hansom.shop.db;

import static dev.hansom.shop.testing.ShopClient.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hansom.shop.config.ResetMode;
import dev.hansom.shop.config.ResetSwitch;
import dev.hansom.shop.config.StatementMode;
import dev.hansom.shop.config.TransactionMode;
import dev.hansom.shop.testing.ShopClient;
import dev.hansom.shop.testing.ShopDatabase;
import dev.hansom.shop.testing.WireTap;
import dev.hansom.testkit.PostgresCluster;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the connection when a request goes wrong. The pool has one: a leak fails the next request. */
class DatabaseTest {

    private static final Sql FAILS = new Sql("SELECT 1 / $1::int");
    private static final Sql PID = new Sql("SELECT pg_backend_pid()");

    private static ShopDatabase database;
    private static WireTap tap;

    @BeforeAll
    static void create() throws Exception {
        database = ShopDatabase.empty(PostgresCluster.shared(), "shop_failures");
        database.cluster().createRole("shop_no_unlock", "secret", "scram-sha-256");
        tap = new WireTap(database.cluster().host(), database.cluster().port());
    }

    @AfterAll
    static void close() throws Exception {
        tap.close();
    }

    @ParameterizedTest
    @EnumSource(StatementMode.class)
    void rollsBackAndResetsAfterAFailedStatement(StatementMode mode) {
        try (ShopClient client = ShopClient.open(database, tap.port(), mode)) {
            Database shop = open(client, mode, TransactionMode.PER_REQUEST, ResetMode.NARROW);
            for (int i = 0; i < 2; i++) {
                tap.take();
                assertThatThrownBy(() -> await(shop.read(statements -> statements.execute(FAILS, Tuple.of(0)))))
                        .hasCauseInstanceOf(PgException.class)
                        .hasMessageContaining("division by zero");
                assertThat(tap.take()).startsWith("Q").endsWith(mode == StatementMode.NAMED ? "QCSQ" : "QQ");
            }
            assertThat(number(
                            shop,
                            new Sql("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT 1 /%'")))
                    .isEqualTo(mode == StatementMode.CACHED ? 1 : 0);
        }
    }

    @Test
    void givesTheConnectionBackWhenTheWorkThrows() {
        try (ShopClient client = ShopClient.open(database, tap.port(), StatementMode.NAMED)) {
            Database shop = open(client, StatementMode.NAMED, TransactionMode.PER_REQUEST, ResetMode.DISCARD_ALL);
            tap.take();
            assertThatThrownBy(() -> await(shop.read(statements -> {
                        throw new IllegalStateException("a mistake");
                    })))
                    .hasMessageContaining("a mistake");
            assertThat(tap.take()).isEqualTo("QQQ");
            assertThat(number(shop, PID)).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ResetMode.class,
            names = {"NARROW", "NARROW_DISCARD_PLANS", "DISCARD_ALL"})
    void theResetClearsWhatARequestLeftInItsSession(ResetMode reset) {
        try (ShopClient client = ShopClient.open(database, tap.port(), StatementMode.SIMPLE)) {
            Database shop = open(client, StatementMode.SIMPLE, TransactionMode.PER_STATEMENT, reset);
            Sql dirty = new Sql("SELECT pg_advisory_lock(42), set_config('app.tenant', 'alice', false)");
            await(shop.read(statements -> statements.execute(dirty, Tuple.tuple())));
            assertThat(
                            number(
                                    shop,
                                    new Sql(
                                            "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory' AND d.datname = current_database()")))
                    .isZero();
            assertThat(number(shop, new Sql("SELECT length(current_setting('app.tenant', true))")))
                    .isZero();
        }
    }

    @Test
    void endsASessionThatCannotBeReset() throws Exception {
        database.run("REVOKE EXECUTE ON FUNCTION pg_advisory_unlock_all() FROM PUBLIC");
        try (ShopClient client =
                ShopClient.open(database, "shop_no_unlock", "secret", tap.port(), StatementMode.UNNAMED)) {
            Database shop = open(client, StatementMode.UNNAMED, TransactionMode.PER_STATEMENT, ResetMode.NARROW);
            Set<Long> backends = new HashSet<>();
            for (int i = 0; i < 5; i++) {
                assertThat(backends.add(number(shop, PID))).as("a new backend").isTrue();
            }
        } finally {
            database.run("GRANT EXECUTE ON FUNCTION pg_advisory_unlock_all() TO PUBLIC");
        }
    }

    @Test
    void tellsALostConnectionFromAWrongStatement() {
        try (ShopClient client = ShopClient.open(database, tap.port(), StatementMode.SIMPLE)) {
            Database shop = open(client, StatementMode.SIMPLE, TransactionMode.PER_REQUEST, ResetMode.NARROW);
            Sql suicide = new Sql("SELECT pg_terminate_backend(pg_backend_pid())");
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> await(shop.read(statements -> statements.execute(suicide, Tuple.tuple()))))
                        .hasCauseInstanceOf(DatabaseUnreachableException.class);
                assertThat(number(shop, PID)).isPositive();
            }
        }
    }

    @Test
    void saysThatNobodyListens() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (ShopClient client = ShopClient.open(database, port, StatementMode.CACHED)) {
            Database shop = open(client, StatementMode.CACHED, TransactionMode.PER_REQUEST, ResetMode.NARROW);
            assertThatThrownBy(() -> number(shop, PID)).hasCauseInstanceOf(DatabaseUnreachableException.class);
        }
    }

    private static Database open(ShopClient client, StatementMode mode, TransactionMode transactions, ResetMode reset) {
        return new Database(client.pool(), mode, transactions, new ResetSwitch(mode, reset));
    }

    private static long number(Database shop, Sql sql) {
        Future<RowSet<Row>> rows = shop.read(statements -> statements.execute(sql, Tuple.tuple()));
        return ((Number) await(rows).iterator().next().getValue(0)).longValue();
    }
}
