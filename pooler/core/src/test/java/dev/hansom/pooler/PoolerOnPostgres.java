package dev.hansom.pooler;

import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.config.PoolerConfigBuilder;
import dev.hansom.stats.CounterSnapshot;
import dev.hansom.stats.PoolSnapshot;
import dev.hansom.testkit.PostgresCluster;
import dev.hansom.testkit.ScriptedClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A pooler before the shared PostgreSQL, on a port of its own, for one test. */
final class PoolerOnPostgres implements AutoCloseable {

    final PostgresCluster cluster = PostgresCluster.shared();
    final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    final Pooler pooler;

    PoolerOnPostgres(UnaryOperator<PoolerConfigBuilder> settings) {
        DatabaseConfig database = DatabaseConfig.at("*", cluster.host(), cluster.port())
                .withLogin(cluster.superuser(), cluster.password());
        PoolerConfigBuilder builder = PoolerConfig.builder()
                .listenAddresses(List.of("127.0.0.1"))
                .listenPort(0)
                .databases(List.of(database))
                .ignoreStartupParameters(Set.of("extra_float_digits"));
        pooler = Pooler.create(vertx, settings.apply(builder).build());
        join(pooler.start());
    }

    static PoolerOnPostgres withPoolOf(int size) {
        return new PoolerOnPostgres(builder -> builder.defaultPoolSize(size));
    }

    int port() {
        return pooler.port().orElseThrow();
    }

    String database() {
        return cluster.database();
    }

    Connection connect(String... options) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", cluster.superuser());
        properties.setProperty("password", cluster.password());
        for (int i = 0; i < options.length; i += 2) {
            properties.setProperty(options[i], options[i + 1]);
        }
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port() + "/" + database(), properties);
    }

    /** A client that speaks bytes, logged in. */
    ScriptedClient client(String... parameters) throws IOException {
        Map<String, String> more = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            more.put(parameters[i], parameters[i + 1]);
        }
        ScriptedClient client = ScriptedClient.connect("127.0.0.1", port());
        client.login(cluster.superuser(), cluster.password(), database(), more);
        return client;
    }

    PoolSnapshot pool() {
        return join(pooler.stats()).pools().get(0);
    }

    CounterSnapshot counters() {
        return pool().counters();
    }

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the condition did not come true within 20 s");
            }
            Thread.onSpinWait();
        }
    }

    static <T> T join(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    public void close() {
        join(pooler.close());
        join(vertx.close());
    }
}
