package dev.hansom.shop.orders;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows to answers. Columns are read by position, as {@link ShopSql} selects them: the two are changed together. */
final class Views {

    private Views() {}

    static OrderView order(Row order, Row customer, RowSet<Row> lines, RowSet<Row> shipment) {
        return new OrderView(
                order.getLong(0),
                order.getOffsetDateTime(2),
                order.getLong(3),
                customer(customer),
                list(lines, Views::line),
                shipping(Shop.firstOrNull(shipment)));
    }

    static CustomerOrders orders(Row customer, Row totals, Row zone, RowSet<Row> newest) {
        return new CustomerOrders(
                customer(customer),
                totals.getLong(0),
                totals.getLong(1),
                zone.getString(1),
                list(newest, Views::summary));
    }

    private static CustomerView customer(Row row) {
        return new CustomerView(row.getLong(0), row.getString(1), row.getString(2), row.getString(3));
    }

    private static OrderView.Line line(Row row) {
        return new OrderView.Line(
                row.getLong(0), row.getString(1), row.getString(2), row.getInteger(3), row.getLong(4));
    }

    private static OrderView.@Nullable Shipping shipping(@Nullable Row row) {
        return row == null
                ? null
                : new OrderView.Shipping(
                        row.getString(0), row.getString(1), row.getString(2), row.getOffsetDateTime(3));
    }

    private static CustomerOrders.Summary summary(Row row) {
        return new CustomerOrders.Summary(row.getLong(0), row.getOffsetDateTime(1), row.getLong(2));
    }

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> mapping) {
        List<T> list = new ArrayList<>(rows.size());
        for (Row row : rows) {
            list.add(mapping.apply(row));
        }
        return list;
    }
}
