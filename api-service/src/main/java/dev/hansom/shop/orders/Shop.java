package dev.hansom.shop.orders;

import static dev.hansom.shop.problem.ProblemException.badRequest;
import static dev.hansom.shop.problem.ProblemException.notFound;

import dev.hansom.shop.db.Database;
import dev.hansom.shop.db.Sql;
import dev.hansom.shop.db.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the shop does, four statements each: one after the other, as a request that needs one answer for the next question
 * does. Runs on the request's event loop.
 */
@Singleton
public final class Shop {

    private final Database database;

    public Shop(Database database) {
        this.database = database;
    }

    Future<OrderView> order(long id) {
        return database.read(statements -> one(statements, ShopSql.ORDER, id, () -> notFound("there is no order " + id))
                .compose(order -> customer(statements, order.getLong("customer_id"))
                        .compose(customer -> statements
                                .execute(ShopSql.LINES, Tuple.of(id))
                                .compose(lines -> statements
                                        .execute(ShopSql.SHIPMENT, Tuple.of(id))
                                        .map(shipment -> Views.order(order, customer, lines, shipment))))));
    }

    Future<CustomerOrders> ordersOf(long id) {
        return database.read(statements -> customer(statements, id)
                .compose(customer -> statements
                        .execute(ShopSql.TOTALS, Tuple.of(id))
                        .compose(totals -> zone(statements, customer)
                                .compose(zone -> statements
                                        .execute(ShopSql.NEWEST, Tuple.of(id))
                                        .map(newest -> Views.orders(customer, first(totals), zone, newest))))));
    }

    Future<OrderPlaced> place(NewOrder.Checked order) {
        return database.write(statements -> one(
                        statements,
                        ShopSql.CUSTOMER,
                        order.customerId(),
                        () -> badRequest("there is no customer " + order.customerId()))
                .compose(customer -> zone(statements, customer)
                        .compose(zone -> statements
                                .execute(
                                        ShopSql.PRODUCTS,
                                        Tuple.of(order.products().toArray(Long[]::new)))
                                .compose(rows -> insert(statements, order, zone, prices(order, rows))))));
    }

    private static Future<OrderPlaced> insert(
            Statements statements, NewOrder.Checked order, Row zone, List<Long> prices) {
        long goods = 0;
        for (int i = 0; i < prices.size(); i++) {
            goods += prices.get(i) * order.quantities().get(i);
        }
        long goodsCents = goods;
        long shippingCents = zone.getLong("cost_cents");
        Tuple parameters = Tuple.of(
                order.customerId(),
                goodsCents + shippingCents,
                zone.getInteger("id"),
                order.products().toArray(Long[]::new),
                order.quantities().toArray(Integer[]::new),
                prices.toArray(Long[]::new));
        return statements.execute(ShopSql.INSERT_ORDER, parameters).map(inserted -> {
            Row row = first(inserted);
            return new OrderPlaced(
                    row.getLong("order_id"),
                    order.customerId(),
                    row.getOffsetDateTime("updated_at"),
                    goodsCents,
                    shippingCents,
                    goodsCents + shippingCents);
        });
    }

    /** The price of each line, in the order of the lines. */
    private static List<Long> prices(NewOrder.Checked order, RowSet<Row> products) {
        Map<Long, Long> byId = new HashMap<>();
        for (Row product : products) {
            byId.put(product.getLong("id"), product.getLong("price_cents"));
        }
        return order.products().stream()
                .map(id -> {
                    Long price = byId.get(id);
                    if (price == null) {
                        throw badRequest("there is no product " + id);
                    }
                    return price;
                })
                .toList();
    }

    private static Future<Row> customer(Statements statements, long id) {
        return one(statements, ShopSql.CUSTOMER, id, () -> notFound("there is no customer " + id));
    }

    private static Future<Row> zone(Statements statements, Row customer) {
        return statements
                .execute(ShopSql.ZONE, Tuple.of(customer.getInteger("zone_id")))
                .map(Shop::first);
    }

    private static Future<Row> one(
            Statements statements, Sql sql, long id, Supplier<? extends RuntimeException> otherwise) {
        return statements.execute(sql, Tuple.of(id)).map(rows -> {
            Row row = firstOrNull(rows);
            if (row == null) {
                throw otherwise.get();
            }
            return row;
        });
    }

    private static Row first(RowSet<Row> rows) {
        return rows.iterator().next();
    }

    static @Nullable Row firstOrNull(RowSet<Row> rows) {
        return rows.size() == 0 ? null : first(rows);
    }
}
