package dev.hansom.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab's own PostgreSQL. */
final class ClusterTest {

    @TempDir
    static Path run;

    private static LabDirs dirs;
    private static Cluster cluster;

    @BeforeAll
    static void start() {
        dirs = LabDirs.open(Path.of(".."), run);
        cluster = Cluster.start(dirs, ClusterSettings.embedded());
    }

    @AfterAll
    static void stop() {
        cluster.close();
        dirs.close();
        assertThat(dirs.work()).doesNotExist();
    }

    @Test
    void isEighteenAndHoldsTheShop() throws Exception {
        assertThat(cluster.version()).startsWith("18.");
        try (Connection connection = cluster.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM orders")) {
            row.next();
            assertThat(row.getLong(1)).isEqualTo(20_000);
        }
    }

    @Test
    void countsTheShopsStatementsByKindAndNotTheLabs() throws Exception {
        try (Connection shop = shop();
                Statement statement = shop.createStatement();
                Connection lab = cluster.connect();
                Statement other = lab.createStatement()) {
            shop.setAutoCommit(false);
            StatementCounts before = cluster.statementCounts();
            statement.execute("SELECT 1");
            statement.execute("SELECT name FROM customers WHERE id = 7");
            shop.commit();
            shop.setAutoCommit(true);
            statement.execute("DISCARD ALL");
            statement.execute("CLOSE ALL; RESET ALL; SELECT pg_advisory_unlock_all()");
            other.execute("SELECT 2");
            assertThat(cluster.statementCounts().since(before))
                    .isEqualTo(new StatementCounts("pg_stat_statements", 2, 2, 4));
        }
    }

    @Test
    void passwordIsAskedFor() {
        assertThatThrownBy(() -> DriverManager.getConnection(jdbc(), cluster.user(), "wrong"))
                .hasMessageContaining("password authentication failed");
    }

    @Test
    void takenPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> Ports.choose(port, "PostgreSQL"))
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("PostgreSQL");
        }
    }

    @Test
    void serverThatRunsIsUsedAsItIs() {
        String url = "postgresql://" + cluster.user() + ":" + cluster.password() + "@127.0.0.1:" + cluster.port() + "/"
                + cluster.database();
        try (Cluster external = Cluster.start(dirs, ClusterSettings.external(url))) {
            assertThat(external.user()).isEqualTo("shop");
            assertThat(external.statementCounts().known()).isTrue();
            external.checkAlive();
        }
        cluster.checkAlive();
    }

    @Test
    void serverThatIsNotThereIsNamed() {
        String url = "postgresql://shop:x@127.0.0.1:1/shop";
        assertThatThrownBy(() -> Cluster.start(dirs, ClusterSettings.external(url)))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("127.0.0.1:1");
    }

    @Test
    void serverThatDiesIsReportedWithItsLog(@TempDir Path other) throws Exception {
        try (LabDirs own = LabDirs.open(Path.of(".."), other);
                Cluster second = Cluster.start(own, ClusterSettings.embedded())) {
            Path pidFile = own.work().resolve("postgres/data/postmaster.pid");
            long pid = Long.parseLong(Files.readAllLines(pidFile).get(0));
            ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
            postmaster.destroyForcibly();
            postmaster.onExit().join();
            assertThatThrownBy(second::statementCounts)
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("postgres has ended")
                    .hasMessageContaining("ready to accept connections");
        }
    }

    private static Connection shop() throws Exception {
        return DriverManager.getConnection(jdbc(), cluster.user(), cluster.password());
    }

    private static String jdbc() {
        return "jdbc:postgresql://" + cluster.host() + ":" + cluster.port() + "/" + cluster.database();
    }
}
