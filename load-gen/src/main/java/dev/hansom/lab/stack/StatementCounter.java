package dev.hansom.lab.stack;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads what the server has executed for a user, on one connection that it keeps: a login inside a measuring window
 * would cost the server more than the window's requests.
 */
final class StatementCounter implements AutoCloseable {

    private static final String RESETS =
            "^\\s*(CLOSE ALL|SET SESSION AUTHORIZATION|RESET|UNLISTEN|SELECT pg_advisory_unlock_all|DISCARD|DEALLOCATE)";
    private static final String CONTROL = "^\\s*(BEGIN|START|COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE)";
    private static final String SQL = "SELECT coalesce(sum(calls) FILTER (WHERE query ~* ?), 0), "
            + "coalesce(sum(calls) FILTER (WHERE query ~* ?), 0), coalesce(sum(calls), 0) "
            + "FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid JOIN pg_database d ON d.oid = s.dbid "
            + "WHERE r.rolname = ? AND d.datname = current_database() AND query !~ 'pg_stat_statements'";

    private final Connection connection;
    private final String user;
    private final boolean available;

    StatementCounter(Connection connection, String user) throws SQLException {
        this.connection = connection;
        this.user = user;
        this.available = available(connection);
    }

    synchronized StatementCounts read() throws SQLException {
        if (!available) {
            return StatementCounts.UNKNOWN;
        }
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setString(1, RESETS);
            statement.setString(2, CONTROL);
            statement.setString(3, user);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                long resets = row.getLong(1);
                long control = row.getLong(2);
                return new StatementCounts("pg_stat_statements", row.getLong(3) - resets - control, control, resets);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private static boolean available(Connection connection) {
        // The view exists without the library too, and fails only when it is read.
        try (PreparedStatement statement = connection.prepareStatement("SELECT 1 FROM pg_stat_statements LIMIT 1");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
