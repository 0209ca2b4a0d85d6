package dev.hansom.shop.testing;

import dev.hansom.testkit.PostgresCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A database with the shop in it, loaded from the files that the lab and the image load: 50 customers, 25 products. */
public record ShopDatabase(PostgresCluster cluster, String name) {

    public static final int CUSTOMERS = 50;
    public static final int ORDERS = 20 * CUSTOMERS;

    public static ShopDatabase load(PostgresCluster cluster, String name) throws SQLException {
        ShopDatabase database = empty(cluster, name);
        database.run("SET shop.scale = '0.05'", script("01-schema.sql"), script("02-seed.sql"));
        return database;
    }

    public static ShopDatabase empty(PostgresCluster cluster, String name) throws SQLException {
        cluster.createDatabase(name);
        return new ShopDatabase(cluster, name);
    }

    /** Runs all statements in one session. */
    public void run(String... statements) throws SQLException {
        try (Connection connection = cluster.connect(cluster.superuser(), cluster.password(), name);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the first row. */
    public String value(String query) throws SQLException {
        try (Connection connection = cluster.connect(cluster.superuser(), cluster.password(), name);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    public String vertxUrl() {
        return "vertx-reactive:postgresql://" + cluster.host() + ":" + cluster.port() + "/" + name;
    }

    public static String script(String file) {
        try {
            for (Path root : List.of(Path.of(".."), Path.of("."))) {
                Path script = root.resolve("deploy/postgres/init").resolve(file);
                if (Files.exists(script)) {
                    return Files.readString(script);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("deploy/postgres/init/" + file + " is not here: run from the repository");
    }
}
