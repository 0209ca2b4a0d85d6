package dev.hansom.pooler;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VertxClientThroughPoolerTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void cachedAndUncachedStatementsWorkInAndOutOfTransactions(boolean cached) {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2)) {
            PgConnectOptions options = new PgConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(pooler.port())
                    .setUser(pooler.cluster.superuser())
                    .setPassword(pooler.cluster.password())
                    .setDatabase(pooler.database())
                    .setCachePreparedStatements(cached)
                    .setPipeliningLimit(16);
            Pool pool = PgBuilder.pool()
                    .connectingTo(options)
                    .with(new PoolOptions().setMaxSize(6))
                    .using(pooler.vertx)
                    .build();
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int n = i;
                answers.add(pool.preparedQuery("SELECT $1::int + 1")
                        .execute(Tuple.of(n))
                        .map(VertxClientThroughPoolerTest::first));
                answers.add(pool.withTransaction(connection -> connection
                        .preparedQuery("SELECT $1::int + 2")
                        .execute(Tuple.of(n))
                        .compose(rows ->
                                connection.preparedQuery("SELECT $1::int * 2").execute(Tuple.of(first(rows))))
                        .map(VertxClientThroughPoolerTest::first)));
            }
            CompositeFuture all = PoolerOnPostgres.join(Future.all(answers));
            for (int i = 0; i < 200; i++) {
                assertThat(all.<Integer>resultAt(2 * i)).isEqualTo(i + 1);
                assertThat(all.<Integer>resultAt(2 * i + 1)).isEqualTo((i + 2) * 2);
            }
            PoolerOnPostgres.join(pool.close());
        }
    }

    private static int first(RowSet<Row> rows) {
        return rows.iterator().next().getInteger(0);
    }
}
