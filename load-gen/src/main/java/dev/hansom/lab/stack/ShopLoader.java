package dev.hansom.lab.stack;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** Loads the sample shop's tables and seed data, the same files that PostgreSQL's container image runs. */
final class ShopLoader {

    private final Path directory;
    private final double scale;

    ShopLoader(Path root, double scale) {
        this.directory = root.resolve("deploy/postgres/init");
        this.scale = scale;
    }

    /** True where the shop is in the database already. */
    static boolean loaded(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('customers') IS NOT NULL")) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** Runs the files in the order of their names, as the shop's user. */
    void load(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET shop.scale = '" + new BigDecimal(Double.toString(scale)).toPlainString() + "'");
            for (Path file : files()) {
                try {
                    statement.execute(Files.readString(file));
                } catch (SQLException e) {
                    throw new SQLException(file.getFileName() + ": " + e.getMessage(), e.getSQLState(), e);
                } catch (IOException e) {
                    throw new StackException("cannot read " + file + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private List<Path> files() {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> files =
                    entries.filter(f -> f.toString().endsWith(".sql")).sorted().toList();
            if (!files.isEmpty()) {
                return files;
            }
        } catch (IOException e) {
            throw new StackException(
                    "cannot read the shop's tables in " + directory + ": start the lab by the script at the"
                            + " repository's root, or set -Dhansom.root",
                    e);
        }
        throw new StackException("no .sql file in " + directory);
    }
}
