package dev.hansom.shop.orders;

import static dev.hansom.shop.testing.ShopClient.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hansom.shop.config.ResetMode;
import dev.hansom.shop.config.ResetSwitch;
import dev.hansom.shop.config.StatementMode;
import dev.hansom.shop.config.TransactionMode;
import dev.hansom.shop.db.Database;
import dev.hansom.shop.problem.ProblemException;
import dev.hansom.shop.testing.ShopClient;
import dev.hansom.shop.testing.ShopDatabase;
import dev.hansom.shop.testing.WireTap;
import dev.hansom.testkit.PostgresCluster;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every combination of settings against PostgreSQL: the same answers, and exactly the messages the documentation lists. */
class ModesTest {

    private static ShopDatabase database;
    private static WireTap tap;

    @BeforeAll
    static void load() throws Exception {
        database = ShopDatabase.load(PostgresCluster.shared(), "shop_modes");
        tap = new WireTap(database.cluster().host(), database.cluster().port());
    }

    @AfterAll
    static void close() throws Exception {
        tap.close();
    }

    static Stream<Arguments> combinations() {
        return Arrays.stream(StatementMode.values())
                .flatMap(statements -> Arrays.stream(TransactionMode.values())
                        .flatMap(transactions -> Arrays.stream(ResetMode.values())
                                .filter(reset -> statements != StatementMode.CACHED || !reset.dropsStatements())
                                .map(reset -> Arguments.of(statements, transactions, reset))));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void eachRequestSendsExactlyItsMessages(StatementMode statements, TransactionMode transactions, ResetMode reset)
            throws Exception {
        try (ShopClient client = ShopClient.open(database, tap.port(), statements)) {
            Shop shop =
                    new Shop(new Database(client.pool(), statements, transactions, new ResetSwitch(statements, reset)));
            tap.take();
            for (boolean first : new boolean[] {true, false}) {
                OrderView order = await(shop.order(1));
                assertThat(tap.take()).isEqualTo(expected(statements, transactions, reset, first, 4));
                assertThat(order.customer().name()).isEqualTo("Customer 1");
                assertThat(order.lines()).hasSize(3);
                assertThat(order.totalCents())
                        .isEqualTo(Long.parseLong(database.value("SELECT total_cents FROM orders WHERE id = 1")));
                assertThat(order.shipping()).isNotNull();

                CustomerOrders orders = await(shop.ordersOf(2));
                // The customer's statement is in the cache by now.
                assertThat(tap.take())
                        .isEqualTo(
                                first && statements == StatementMode.CACHED
                                        ? inTransaction(
                                                transactions == TransactionMode.PER_REQUEST,
                                                reset,
                                                "BES" + "PDSBES".repeat(3))
                                        : expected(statements, transactions, reset, first, 4));
                assertThat(orders.orders()).hasSize(20);
                assertThat(orders.orders().get(0).id())
                        .isGreaterThan(orders.orders().get(19).id());

                OrderPlaced placed = await(shop.place(new NewOrder.Checked(3, List.of(7L, 9L, 2L), List.of(1, 2, 3))));
                String cold = first && statements == StatementMode.CACHED ? "BESBES" + "PDSBES".repeat(2) : null;
                String body = cold == null ? statementsOf(statements, 4) : cold;
                assertThat(tap.take()).isEqualTo(inTransaction(true, reset, withCloses(statements, reset, body)));
                assertThat(await(shop.order(placed.id())).totalCents()).isEqualTo(placed.totalCents());
                assertThat(await(shop.order(placed.id())).lines())
                        .extracting(OrderView.Line::productId)
                        .containsExactly(7L, 9L, 2L);
                tap.take();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aRefusedRequestLeavesNothingOpenAndStillResets(
            StatementMode statements, TransactionMode transactions, ResetMode reset) throws Exception {
        try (ShopClient client = ShopClient.open(database, tap.port(), statements)) {
            Shop shop =
                    new Shop(new Database(client.pool(), statements, transactions, new ResetSwitch(statements, reset)));
            String before = database.value("SELECT count(*) FROM orders");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> await(shop.order(9_999_999)))
                        .hasCauseInstanceOf(ProblemException.class)
                        .hasMessageContaining("there is no order 9999999");
                assertThatThrownBy(() ->
                                await(shop.place(new NewOrder.Checked(1, List.of(1L, 9_999_999L), List.of(1, 1)))))
                        .hasMessageContaining("there is no product 9999999");
            }
            tap.take();
            assertThatThrownBy(() -> await(shop.order(9_999_999))).isNotNull();
            assertThat(tap.take()).isEqualTo(expected(statements, transactions, reset, false, 1));
            assertThat(database.value("SELECT count(*) FROM orders")).isEqualTo(before);
            assertThat(database.value("SELECT count(*) FROM pg_stat_activity WHERE datname = 'shop_modes'"
                            + " AND application_name = 'vertx-pg-client' AND state <> 'idle'"))
                    .isEqualTo("0");
        }
    }

    private static String expected(
            StatementMode statements, TransactionMode transactions, ResetMode reset, boolean first, int count) {
        String body =
                first && statements == StatementMode.CACHED ? "PDSBES".repeat(count) : statementsOf(statements, count);
        return inTransaction(transactions == TransactionMode.PER_REQUEST, reset, withCloses(statements, reset, body));
    }

    private static String statementsOf(StatementMode statements, int count) {
        return switch (statements) {
            case CACHED -> "BES".repeat(count);
            case NAMED, UNNAMED -> "PDSBES".repeat(count);
            case SIMPLE -> "Q".repeat(count);
        };
    }

    /** Marks where the Close messages go: after the COMMIT, which {@link #inTransaction} puts in. */
    private static String withCloses(StatementMode statements, ResetMode reset, String body) {
        int count = (int) body.chars().filter(c -> c == 'P').count();
        boolean closes = statements == StatementMode.NAMED && !reset.dropsStatements();
        return body + "|" + (closes ? "CS".repeat(count) : "");
    }

    private static String inTransaction(boolean transaction, ResetMode reset, String body) {
        String[] parts = (body.contains("|") ? body : body + "|").split("\\|", -1);
        String end = parts[1] + (reset == ResetMode.NONE ? "" : "Q");
        return transaction ? "Q" + parts[0] + "Q" + end : parts[0] + end;
    }
}
