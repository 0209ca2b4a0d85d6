package dev.hansom.pooler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

class JdbcThroughPoolerTest {

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
    void everyQueryModeWorksInAndOutOfTransactions(String mode) throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2);
                Connection a = pooler.connect("preferQueryMode", mode, "prepareThreshold", "1");
                Connection b = pooler.connect("preferQueryMode", mode, "prepareThreshold", "1")) {
            for (int i = 0; i < 20; i++) {
                assertThat(plus(a, i, 1)).isEqualTo(i + 1);
                assertThat(plus(b, i, 2)).isEqualTo(i + 2);
                a.setAutoCommit(false);
                assertThat(plus(a, i, 3)).isEqualTo(i + 3);
                assertThat(plus(b, i, 4)).isEqualTo(i + 4);
                a.commit();
                a.setAutoCommit(true);
            }
        }
    }

    @Test
    void twentyClientsShareFiveServers() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(5)) {
            ExecutorService threads = Executors.newFixedThreadPool(20);
            List<Future<Integer>> sums = new ArrayList<>();
            for (int t = 0; t < 20; t++) {
                sums.add(threads.submit(() -> {
                    int sum = 0;
                    try (Connection connection = pooler.connect("prepareThreshold", "1")) {
                        for (int i = 0; i < 100; i++) {
                            sum += plus(connection, i, 0);
                        }
                    }
                    return sum;
                }));
            }
            for (Future<Integer> sum : sums) {
                assertThat(sum.get()).isEqualTo(4950);
            }
            threads.shutdown();
            assertThat(pooler.pool().serversActive()).isZero();
            assertThat(pooler.pool().serversIdle()).isBetween(1, 5);
            assertThat(pooler.counters().clientParses())
                    .isGreaterThan(pooler.counters().serverParses());
            assertThat(pooler.counters().waits()).isPositive();
        }
    }

    @Test
    void anErrorLeavesTheConnectionAndItsStatementsUsable() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                Connection connection = pooler.connect("prepareThreshold", "1")) {
            try (PreparedStatement divide = connection.prepareStatement("SELECT 10 / ?::int")) {
                for (int i = 0; i < 5; i++) {
                    divide.setInt(1, 0);
                    assertThatThrownBy(divide::executeQuery)
                            .isInstanceOfSatisfying(
                                    SQLException.class,
                                    e -> assertThat(e.getSQLState()).isEqualTo("22012"));
                    divide.setInt(1, 5);
                    try (ResultSet rows = divide.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(2);
                    }
                }
            }
        }
    }

    @Test
    void aClientThatGoesInsideATransactionLeavesNothingOpen() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            int backend;
            try (Connection connection = pooler.connect()) {
                connection.setAutoCommit(false);
                backend = connection.unwrap(PGConnection.class).getBackendPID();
                plus(connection, 1, 1);
            }
            assertThat(backend).isPositive();
            try (Connection next = pooler.connect();
                    Statement statement = next.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
                                    + " AND datname = current_database()")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isZero();
            }
        }
    }

    @Test
    void bigRowsAndParametersPassWhole() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                Connection connection = pooler.connect("prepareThreshold", "1");
                PreparedStatement echo = connection.prepareStatement("SELECT ?::text || repeat('y', 1000000)")) {
            String big = "x".repeat(3_000_000);
            for (int i = 0; i < 3; i++) {
                echo.setString(1, big);
                try (ResultSet rows = echo.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(1))
                            .hasSize(4_000_000)
                            .startsWith("xxx")
                            .endsWith("yyy");
                }
            }
        }
    }

    private static int plus(Connection connection, int left, int right) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?::int + ?::int")) {
            statement.setInt(1, left);
            statement.setInt(2, right);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new AssertionError("no row");
                }
                return rows.getInt(1);
            }
        }
    }
}
