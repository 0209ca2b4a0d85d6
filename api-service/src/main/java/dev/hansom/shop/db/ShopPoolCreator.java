package dev.hansom.shop.db;

import dev.hansom.shop.config.ShopSettings;
import dev.hansom.shop.config.StatementMode;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes Quarkus' connection pool with what {@code shop.*} says about it. Called once, on first use of the pool. */
@Singleton
public final class ShopPoolCreator implements PgPoolCreator {

    private final ShopSettings settings;

    ShopPoolCreator(ShopSettings settings) {
        this.settings = settings;
    }

    @Override
    public Pool create(Input input) {
        int timeout = Math.toIntExact(settings.acquireTimeout().toMillis());
        PoolOptions pool =
                input.poolOptions().setConnectionTimeout(timeout).setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
        for (PgConnectOptions connection : input.pgConnectOptionsList()) {
            connection.setConnectTimeout(timeout);
            connection.setCachePreparedStatements(settings.statements() == StatementMode.CACHED);
        }
        return PgBuilder.pool()
                .using(input.vertx())
                .with(pool)
                .connectingTo(List.<SqlConnectOptions>copyOf(input.pgConnectOptionsList()))
                .build();
    }
}
