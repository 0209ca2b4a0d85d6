package dev.hansom.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Rewrites {@code pg_hba.conf} over SQL, so that it works wherever the server's files are. */
final class HbaFile {

    private static final int TRIES = 3000;

    private HbaFile() {}

    static void prepend(PostgresCluster cluster, String line) throws SQLException {
        if (line.indexOf('\n') >= 0 || line.indexOf('\\') >= 0) {
            throw new IllegalArgumentException("One line of pg_hba.conf without a backslash is wanted, not: " + line);
        }
        try (Connection connection = cluster.connect();
                Statement statement = connection.createStatement()) {
            String loaded = PostgresCluster.value(connection, "SELECT pg_conf_load_time()");
            String file = PostgresCluster.value(connection, "SHOW hba_file");
            String rest =
                    PostgresCluster.value(connection, "SELECT pg_read_file(" + PostgresCluster.literal(file) + ")");
            write(statement, file, line + "\n" + rest);
            String complaint = PostgresCluster.value(
                    connection, "SELECT coalesce(max(error), '') FROM pg_hba_file_rules WHERE error IS NOT NULL");
            if (!complaint.isEmpty()) {
                write(statement, file, rest);
                throw new IllegalArgumentException("PostgreSQL refuses the hba line '" + line + "': " + complaint);
            }
            statement.execute("SELECT pg_reload_conf()");
            awaitReload(cluster, loaded);
        }
    }

    /** COPY writes the file a row at a time; a tab would come out as an escape, so it becomes a space. */
    private static void write(Statement statement, String file, String content) throws SQLException {
        statement.execute("COPY (SELECT line FROM unnest(string_to_array("
                + PostgresCluster.literal(content.replace('\t', ' ').stripTrailing())
                + ", E'\\n')) WITH ORDINALITY AS lines(line, number) ORDER BY number) TO "
                + PostgresCluster.literal(file));
    }

    /** A new backend inherits the load time from the postmaster, which reads pg_hba.conf in the same step. */
    private static void awaitReload(PostgresCluster cluster, String before) throws SQLException {
        for (int i = 0; i < TRIES; i++) {
            try (Connection connection = cluster.connect()) {
                if (!PostgresCluster.value(connection, "SELECT pg_conf_load_time()")
                        .equals(before)) {
                    return;
                }
                PostgresCluster.value(connection, "SELECT pg_sleep(0.01)");
            }
        }
        throw new IllegalStateException("PostgreSQL did not reload its configuration within 30 s");
    }
}
