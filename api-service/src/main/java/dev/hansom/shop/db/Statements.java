package dev.hansom.shop.db;

import dev.hansom.shop.config.StatementMode;
import io.vertx.core.Future;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Runs the statements of one request on its connection, on the request's event loop. */
public sealed interface Statements {

    Future<RowSet<Row>> execute(Sql sql, Tuple parameters);

    /** Closes what this request prepared by name; succeeds at once where that is nothing. */
    Future<Void> close();

    /** The statements of a request that has just taken {@code connection}. */
    static Statements on(SqlConnection connection, StatementMode mode) {
        return switch (mode) {
            case CACHED, UNNAMED -> new Prepared(connection);
            case NAMED -> new Named(connection, new ArrayList<>(4));
            case SIMPLE -> new Simple(connection);
        };
    }

    /** Whether the client caches is an option of the connection: see {@link ShopPoolCreator}. */
    record Prepared(SqlConnection connection) implements Statements {
        @Override
        public Future<RowSet<Row>> execute(Sql sql, Tuple parameters) {
            return connection.preparedQuery(sql.text()).execute(parameters);
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    }

    record Named(SqlConnection connection, List<PreparedStatement> open) implements Statements {
        @Override
        public Future<RowSet<Row>> execute(Sql sql, Tuple parameters) {
            return connection.prepare(sql.text()).compose(statement -> {
                open.add(statement);
                return statement.query().execute(parameters);
            });
        }

        /** Sends all Close messages before it waits for the first answer; the last answer stands for all. */
        @Override
        public Future<Void> close() {
            Future<Void> last = Future.succeededFuture();
            for (PreparedStatement statement : open) {
                last = statement.close();
            }
            return last;
        }
    }

    record Simple(SqlConnection connection) implements Statements {
        @Override
        public Future<RowSet<Row>> execute(Sql sql, Tuple parameters) {
            return connection.query(sql.literal(parameters)).execute();
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    }
}
