package dev.hansom.shop.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** What the server counted, from pg_stat_statements, read over a connection to another database than the one counted. */
public final class StatementLog implements AutoCloseable {

    private final Connection connection;

    public StatementLog(String jdbcUrl, String user, String password) throws SQLException {
        this.connection = DriverManager.getConnection(jdbcUrl, user, password);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
        }
        clear();
    }

    public void clear() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_statements_reset()");
        }
    }

    /** Executions since {@link #clear} in {@code database}, by the first word of the statement. */
    public Map<String, Long> calls(String database) throws SQLException {
        Map<String, Long> calls = new TreeMap<>();
        String query = "SELECT upper(split_part(query, ' ', 1)), sum(calls)" + FROM + " GROUP BY 1";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, database);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    calls.put(rows.getString(1), rows.getLong(2));
                }
            }
        }
        return calls;
    }

    /** Rows returned since {@link #clear} by statements of {@code database} that are LIKE the pattern. */
    public long rows(String database, String like) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT coalesce(sum(rows), 0)" + FROM + " AND query LIKE ?")) {
            statement.setString(1, database);
            statement.setString(2, like);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private static final String FROM =
            " FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = ? AND toplevel";

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
