package dev.hansom.shop.orders;

import dev.hansom.shop.db.Sql;

/** Every statement the shop sends. */
final class ShopSql {

    static final Sql ORDER = new Sql("SELECT id, customer_id, placed_at, total_cents FROM orders WHERE id = $1");

    static final Sql CUSTOMER = new Sql("SELECT id, name, email, city, zone_id FROM customers WHERE id = $1");

    static final Sql LINES = new Sql("""
            SELECT l.product_id, p.sku, p.name, l.quantity, l.unit_price_cents
            FROM order_lines l JOIN products p ON p.id = l.product_id
            WHERE l.order_id = $1 ORDER BY l.line_no""");

    static final Sql SHIPMENT = new Sql("""
            SELECT s.state, z.carrier, s.tracking, s.updated_at
            FROM shipments s JOIN shipping_zones z ON z.id = s.zone_id WHERE s.order_id = $1""");

    static final Sql TOTALS = new Sql(
            "SELECT count(*) AS orders, coalesce(sum(total_cents), 0)::bigint AS cents FROM orders WHERE customer_id = $1");

    /** The statement of 20 rows: every customer of the seed data has at least that many orders. */
    static final Sql NEWEST = new Sql("""
            SELECT id, placed_at, total_cents FROM orders
            WHERE customer_id = $1 ORDER BY id DESC LIMIT 20""");

    static final Sql ZONE = new Sql("SELECT id, name, carrier, cost_cents FROM shipping_zones WHERE id = $1");

    static final Sql PRODUCTS = new Sql("SELECT id, price_cents FROM products WHERE id = ANY ($1::bigint[])");

    /** Parameters: customer, total, zone, and an array each of product, quantity and unit price. */
    static final Sql INSERT_ORDER = new Sql("""
            WITH placed AS (
              INSERT INTO orders (customer_id, placed_at, total_cents) VALUES ($1, now(), $2) RETURNING id, placed_at
            ), lines AS (
              INSERT INTO order_lines (order_id, line_no, product_id, quantity, unit_price_cents)
              SELECT placed.id, l.line_no, l.product_id, l.quantity, l.price
              FROM placed, unnest($4::bigint[], $5::int[], $6::bigint[])
                WITH ORDINALITY AS l (product_id, quantity, price, line_no)
            )
            INSERT INTO shipments (order_id, zone_id, state, updated_at)
            SELECT id, $3::int, 'pending', placed_at FROM placed
            RETURNING order_id, updated_at""");

    private ShopSql() {}
}
