package dev.hansom.shop.orders;

import static dev.hansom.shop.testing.ShopClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.pooler.Pooler;
import dev.hansom.shop.config.ResetMode;
import dev.hansom.shop.config.ResetSwitch;
import dev.hansom.shop.config.StatementMode;
import dev.hansom.shop.config.TransactionMode;
import dev.hansom.shop.db.Database;
import dev.hansom.shop.testing.ShopClient;
import dev.hansom.shop.testing.ShopDatabase;
import dev.hansom.testkit.PostgresCluster;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every combination of settings behind the pooler: two connections of the shop share the pooler's only server. */
class PooledModesTest {

    private static final int REQUESTS = 4;

    private static ShopDatabase database;
    private static Vertx vertx;
    private static Pooler pooler;

    @BeforeAll
    static void start() throws Exception {
        PostgresCluster cluster = PostgresCluster.shared();
        database = ShopDatabase.load(cluster, "shop_pooled");
        vertx = Vertx.vertx();
        pooler = Pooler.create(
                vertx,
                PoolerConfig.builder()
                        .listenAddresses(List.of("127.0.0.1"))
                        .listenPort(0)
                        .defaultPoolSize(1)
                        .maxPreparedStatements(5)
                        .ignoreStartupParameters(Set.of("extra_float_digits"))
                        .databases(List.of(DatabaseConfig.at(database.name(), cluster.host(), cluster.port())
                                .withLogin(cluster.superuser(), cluster.password())))
                        .build());
        await(pooler.start());
    }

    @AfterAll
    static void stop() {
        await(pooler.close());
        await(vertx.close());
    }

    @ParameterizedTest
    @MethodSource("dev.hansom.shop.orders.ModesTest#combinations")
    void answersAreThoseOfADirectConnection(StatementMode statements, TransactionMode transactions, ResetMode reset) {
        int port = pooler.port().orElseThrow();
        ResetSwitch resets = new ResetSwitch(statements, reset);
        try (ShopClient first = ShopClient.open(database, port, statements);
                ShopClient second = ShopClient.open(database, port, statements)) {
            List<Shop> shops = List.of(
                    new Shop(new Database(first.pool(), statements, transactions, resets)),
                    new Shop(new Database(second.pool(), statements, transactions, resets)));
            List<Future<OrderView>> orders = new ArrayList<>();
            List<Future<CustomerOrders>> customers = new ArrayList<>();
            List<Future<OrderPlaced>> placed = new ArrayList<>();
            for (int i = 1; i <= REQUESTS; i++) {
                for (Shop shop : shops) {
                    orders.add(shop.order(i));
                    customers.add(shop.ordersOf(i));
                    placed.add(shop.place(new NewOrder.Checked(i, List.of(7L, 9L), List.of(1, 2))));
                }
            }
            for (int i = 0; i < orders.size(); i++) {
                int id = 1 + i / shops.size();
                OrderView order = await(orders.get(i));
                assertThat(order.id()).isEqualTo(id);
                assertThat(order.customer().name()).isEqualTo("Customer " + id);
                assertThat(order.lines()).hasSize(3);
                assertThat(await(customers.get(i)).orders()).hasSize(20);
                assertThat(await(placed.get(i)).customerId()).isEqualTo(id);
            }
        }
    }
}
