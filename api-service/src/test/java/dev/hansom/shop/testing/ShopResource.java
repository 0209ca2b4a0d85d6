package dev.hansom.shop.testing;

import dev.hansom.testkit.PostgresCluster;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.sql.SQLException;
import java.util.Map;

/** Puts the application under test on a loaded database. */
public final class ShopResource implements QuarkusTestResourceLifecycleManager {

    /** Setting with the JDBC address of a database beside the shop's, for {@link StatementLog}. */
    public static final String JDBC_URL = "test.postgres.jdbc-url";

    @Override
    public Map<String, String> start() {
        try {
            PostgresCluster cluster = PostgresCluster.shared();
            ShopDatabase database = ShopDatabase.load(cluster, "shop_api");
            return Map.of(
                    JDBC_URL,
                    cluster.jdbcUrl(cluster.database()),
                    "quarkus.datasource.reactive.url",
                    database.vertxUrl(),
                    "quarkus.datasource.username",
                    cluster.superuser(),
                    "quarkus.datasource.password",
                    cluster.password());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void stop() {
        // The cluster ends with the JVM.
    }
}
