package dev.hansom.shop.testing;

import dev.hansom.shop.config.StatementMode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A pool of one connection, as the application makes it: a request that kept it would make the next one fail. */
public record ShopClient(Vertx vertx, Pool pool) implements AutoCloseable {

    public static ShopClient open(ShopDatabase database, String user, String password, int port, StatementMode mode) {
        Vertx vertx = Vertx.vertx();
        PgConnectOptions options = new PgConnectOptions()
                .setHost(database.cluster().host())
                .setPort(port)
                .setDatabase(database.name())
                .setUser(user)
                .setPassword(password)
                .setCachePreparedStatements(mode == StatementMode.CACHED);
        PoolOptions one =
                new PoolOptions().setMaxSize(1).setConnectionTimeout(10).setConnectionTimeoutUnit(TimeUnit.SECONDS);
        return new ShopClient(
                vertx,
                PgBuilder.pool().using(vertx).with(one).connectingTo(options).build());
    }

    public static ShopClient open(ShopDatabase database, int port, StatementMode mode) {
        return open(database, database.cluster().superuser(), database.cluster().password(), port, mode);
    }

    /** The value, or what the future failed with as the cause of a {@link CompletionException}. */
    public static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        await(pool.close());
        await(vertx.close());
    }
}
