package dev.hansom.shop.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hansom.shop.testing.ShopDatabase;
import dev.hansom.testkit.PostgresCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of deploy/postgres/init. */
class SeedTest {

    private static final String SCHEMA = ShopDatabase.script("01-schema.sql");
    private static final String SEED = ShopDatabase.script("02-seed.sql");

    @Test
    void makesTwentyOrdersOfThreeLinesForEachCustomerAndNeverTwice() throws Exception {
        ShopDatabase database = ShopDatabase.load(PostgresCluster.shared(), "shop_seed");
        assertThat(database.value("SELECT count(*) FROM customers")).isEqualTo("" + ShopDatabase.CUSTOMERS);
        assertThat(database.value("SELECT count(*) || ' ' || min(id) || ' ' || max(id) FROM orders"))
                .isEqualTo("1000 1 1000");
        assertThat(database.value(
                        "SELECT min(n) || ' ' || max(n) FROM (SELECT count(*) AS n FROM orders GROUP BY customer_id)"))
                .isEqualTo("20 20");
        assertThat(database.value("SELECT min(n) || ' ' || max(n) FROM (SELECT count(DISTINCT product_id) AS n"
                        + " FROM order_lines GROUP BY order_id)"))
                .isEqualTo("3 3");
        assertThat(database.value("SELECT count(*) FROM orders o JOIN shipments s ON s.order_id = o.id"
                        + " JOIN shipping_zones z ON z.id = s.zone_id WHERE o.total_cents = z.cost_cents"
                        + " + (SELECT sum(quantity * unit_price_cents) FROM order_lines WHERE order_id = o.id)"))
                .isEqualTo("1000");
        assertThat(database.value("SELECT count(*) FROM pg_class WHERE relname IN ('orders', 'order_lines')"
                        + " AND reltuples > 0"))
                .as("analysed")
                .isEqualTo("2");
        assertThatThrownBy(() -> database.run(SEED)).hasMessageContaining("has its seed data already");
        assertThatThrownBy(() -> database.run(SCHEMA)).hasMessageContaining("is in this database already");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.01", "1001", "-1", "many", "1e2"})
    void refusesAScaleItCannotMake(String scale) throws Exception {
        ShopDatabase database = ShopDatabase.empty(PostgresCluster.shared(), "shop_scale");
        assertThatThrownBy(() -> database.run("SET shop.scale = '" + scale + "'", SCHEMA, SEED))
                .hasMessageContaining("shop.scale must be a number from 0.02 to 1000, but is \"" + scale + "\"");
        assertThat(database.value("SELECT count(*) FROM customers")).isEqualTo("0");
    }
}
