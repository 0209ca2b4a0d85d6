-- Seed data, the same on every load. shop.scale sets the amount: 1 (the default) makes 1,000 customers, 500 products
-- and 20,000 orders of three lines. Any number from 0.02 to 1000 will do. Set it before:
--   JDBC, psql:  SET shop.scale = '5';
--   image:       postgres -c shop.scale=5
-- Ids are consecutive from 1: customers 1000 * scale, products 500 * scale, orders 20 * customers. Order n belongs to
-- customer (n - 1) % customers + 1, so every customer has exactly 20.

DO $$
DECLARE
    setting     text := coalesce(nullif(current_setting('shop.scale', true), ''), '1');
    scale       numeric;
    n_customers bigint;
    n_products  bigint;
    epoch       timestamptz := '2026-01-01 00:00:00+00';
    zones       text[] := ARRAY['Home', 'Neighbours', 'Continent', 'Overseas', 'Islands'];
    carriers    text[] := ARRAY['Post', 'Post', 'Rail', 'Freight', 'Ferry'];
    cities      text[] := ARRAY['Aachen', 'Bergen', 'Cork', 'Delft', 'Evora', 'Fes', 'Graz', 'Haifa', 'Izmir', 'Jaffa'];
    goods       text[] := ARRAY['Lamp', 'Kettle', 'Chair', 'Notebook', 'Umbrella', 'Bicycle bell', 'Blanket', 'Teapot'];
BEGIN
    IF EXISTS (SELECT FROM customers) THEN
        RAISE EXCEPTION 'the shop has its seed data already: load it into an empty database';
    END IF;
    IF setting !~ '^[0-9]+(\.[0-9]+)?$' OR setting::numeric NOT BETWEEN 0.02 AND 1000 THEN
        RAISE EXCEPTION 'shop.scale must be a number from 0.02 to 1000, but is "%"', setting;
    END IF;
    scale := setting::numeric;
    n_customers := round(1000 * scale);
    n_products := round(500 * scale);

    INSERT INTO shipping_zones (id, name, carrier, cost_cents)
    SELECT i, zones[i], carriers[i], 250 * i
    FROM generate_series(1, 5) i;

    INSERT INTO customers (id, name, email, city, zone_id)
    SELECT i, 'Customer ' || i, 'customer' || i || '@shop.example', cities[1 + i % 10], 1 + i % 5
    FROM generate_series(1, n_customers) i;

    INSERT INTO products (id, sku, name, price_cents)
    SELECT i, 'SKU-' || lpad(i::text, 6, '0'), goods[1 + i % 8] || ' no. ' || i, 199 + i * 37 % 9800
    FROM generate_series(1, n_products) i;

    -- Lines first, aside: the orders then go in with their totals, and no row is written twice.
    -- Offsets 0, 3 and 7 keep the three products of an order apart (there are at least ten).
    CREATE TEMP TABLE seed_lines ON COMMIT DROP AS
    SELECT l.order_id, l.line_no, p.id AS product_id, l.quantity, p.price_cents
    FROM (SELECT i AS order_id, n AS line_no, (1 + i % 4)::int AS quantity,
                 1 + (i * 7919 + (ARRAY[0, 3, 7])[n]) % n_products AS product_id
          FROM generate_series(1, 20 * n_customers) i, generate_series(1, 3) n) l
    JOIN products p ON p.id = l.product_id;

    INSERT INTO orders (id, customer_id, placed_at, total_cents)
    SELECT l.order_id, c.id, epoch + l.order_id * interval '1 second', l.goods_cents + z.cost_cents
    FROM (SELECT order_id, sum(quantity * price_cents) AS goods_cents FROM seed_lines GROUP BY order_id) l
    JOIN customers c ON c.id = (l.order_id - 1) % n_customers + 1
    JOIN shipping_zones z ON z.id = c.zone_id
    ORDER BY l.order_id;

    INSERT INTO order_lines (order_id, line_no, product_id, quantity, unit_price_cents)
    SELECT order_id, line_no, product_id, quantity, price_cents
    FROM seed_lines
    ORDER BY order_id, line_no;

    INSERT INTO shipments (order_id, zone_id, state, tracking, updated_at)
    SELECT o.id, c.zone_id, (ARRAY['pending', 'packed', 'shipped', 'delivered'])[1 + (o.id / n_customers + o.id) % 4],
           'HX' || lpad(o.id::text, 10, '0'), o.placed_at + interval '1 hour'
    FROM orders o
    JOIN customers c ON c.id = o.customer_id
    ORDER BY o.id;

    PERFORM setval(pg_get_serial_sequence('customers', 'id'), n_customers);
    PERFORM setval(pg_get_serial_sequence('products', 'id'), n_products);
    PERFORM setval(pg_get_serial_sequence('orders', 'id'), 20 * n_customers);
END
$$;

ANALYZE shipping_zones, customers, products, orders, order_lines, shipments;
