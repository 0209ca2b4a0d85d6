package dev.hansom.pooler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlResult;
import io.r2dbc.spi.R2dbcException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class R2dbcThroughPoolerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void statementsTransactionsErrorsBatchesCopyAndCancel(int cachedStatements) {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2)) {
            PostgresqlConnectionFactory factory =
                    new PostgresqlConnectionFactory(PostgresqlConnectionConfiguration.builder()
                            .host("127.0.0.1")
                            .port(pooler.port())
                            .username(pooler.cluster.superuser())
                            .password(pooler.cluster.password())
                            .database(pooler.database())
                            .preparedStatementCacheQueries(cachedStatements)
                            .build());
            List<PostgresqlConnection> connections = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                connections.add(get(factory.create()));
            }
            List<Integer> answers = get(Flux.range(0, 300)
                    .flatMap(i -> number(connections.get(i % 6), "SELECT $1::int + " + i % 4, i), 6)
                    .collectList());
            assertThat(answers).hasSize(300);
            PostgresqlConnection one = connections.get(0);
            transaction(one);
            assertThatThrownBy(() -> get(number(one, "SELECT 1 / $1::int", 0)))
                    .isInstanceOfSatisfying(
                            R2dbcException.class,
                            e -> assertThat(e.getSqlState()).isEqualTo("22012"));
            assertThat(get(number(one, "SELECT $1::int", 5))).isEqualTo(5);
            cancel(one);
            connections.forEach(connection -> get(connection.close()));
        }
    }

    private static void transaction(PostgresqlConnection connection) {
        get(connection.beginTransaction());
        get(connection
                .createStatement("CREATE TEMP TABLE r (n int) ON COMMIT DROP")
                .execute()
                .flatMap(PostgresqlResult::getRowsUpdated)
                .then());
        long copied = get(connection.copyIn(
                "COPY r FROM STDIN",
                Mono.just(Unpooled.wrappedBuffer("1\n2\n3\n".getBytes(StandardCharsets.US_ASCII)))));
        assertThat(copied).isEqualTo(3);
        var batch = connection.createBatch();
        IntStream.range(4, 8).forEach(i -> batch.add("INSERT INTO r VALUES (" + i + ")"));
        get(batch.execute().flatMap(PostgresqlResult::getRowsUpdated).then());
        assertThat(get(number(connection, "SELECT sum(n)::int FROM r WHERE n > $1", 0)))
                .isEqualTo(28);
        get(connection.commitTransaction());
    }

    private static void cancel(PostgresqlConnection connection) {
        Mono<Integer> sleeping = number(connection, "SELECT 1 FROM pg_sleep($1)", 30);
        assertThatThrownBy(() -> get(sleeping.doOnSubscribe(subscribed -> Mono.delay(Duration.ofMillis(300))
                        .then(connection.cancelRequest())
                        .subscribe())))
                .isInstanceOfSatisfying(
                        R2dbcException.class, e -> assertThat(e.getSqlState()).isEqualTo("57014"));
        assertThat(get(number(connection, "SELECT $1::int", 8))).isEqualTo(8);
    }

    private static Mono<Integer> number(PostgresqlConnection connection, String sql, int parameter) {
        return connection
                .createStatement(sql)
                .bind("$1", parameter)
                .execute()
                .flatMap(result -> result.map((row, metadata) -> row.get(0, Integer.class)))
                .next();
    }

    private static <T> T get(Mono<T> mono) {
        return mono.block(PATIENCE);
    }
}
