package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresClusterTest {

    private final PostgresCluster cluster = PostgresCluster.shared();

    @AfterEach
    void forgetUrl() {
        System.clearProperty(PostgresCluster.URL_PROPERTY);
    }

    @Test
    void sharedIsOneClusterThatSaysWhatItIs() throws SQLException {
        assertThat(PostgresCluster.shared()).isSameAs(cluster);
        assertThat(cluster.describe()).contains("PostgreSQL 18").contains(":" + cluster.port());
        assertThat(cluster.value("SHOW max_connections")).isEqualTo("200");
        cluster.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
        assertThat(cluster.value("SELECT count(*) FROM pg_stat_statements")).isNotEqualTo("0");
    }

    @Test
    void databaseOfAnEarlierTestIsReplacedAndAForeignOneIsNot() throws SQLException {
        cluster.createDatabase("kit db");
        cluster.executeIn("kit db", "CREATE TABLE left_over (n int)");
        cluster.createDatabase("kit db");
        try (Connection connection = cluster.connect(cluster.superuser(), cluster.password(), "kit db")) {
            assertThat(PostgresCluster.value(
                            connection, "SELECT count(*) FROM pg_tables WHERE tablename = 'left_over'"))
                    .isEqualTo("0");
        }
        assertThatThrownBy(() -> cluster.createDatabase("template1")).hasMessageContaining("not made by these tests");
    }

    @Test
    void rolesAreStoredAsAskedAndJudgedByTheHbaLine() throws SQLException {
        cluster.createRole("kit_md5", "one", "md5");
        cluster.createRole("kit_scram", "two", "scram-sha-256");
        cluster.createRole("kit_scram", "three", "scram-sha-256");
        assertThat(cluster.value("SELECT rolpassword FROM pg_authid WHERE rolname = 'kit_md5'"))
                .startsWith("md5");
        assertThat(cluster.value("SELECT rolpassword FROM pg_authid WHERE rolname = 'kit_scram'"))
                .startsWith("SCRAM-SHA-256$");

        cluster.connect("kit_scram", "wrong", cluster.database()).close();
        cluster.hbaLine("host all kit_scram all scram-sha-256");
        cluster.hbaLine("host all kit_md5 all md5");
        assertThatThrownBy(() -> cluster.connect("kit_scram", "wrong", cluster.database()))
                .hasMessageContaining("password authentication failed");
        assertThatThrownBy(() -> cluster.connect("kit_md5", "wrong", cluster.database()))
                .hasMessageContaining("password authentication failed");
        cluster.connect("kit_scram", "three", cluster.database()).close();
        cluster.connect("kit_md5", "one", cluster.database()).close();
    }

    @Test
    void aBadHbaLineIsRefusedAndTakenBack() throws SQLException {
        assertThatThrownBy(() -> cluster.hbaLine("host all all nowhere/99 trust"))
                .hasMessageContaining("refuses the hba line");
        assertThat(cluster.value("SELECT count(*) FROM pg_hba_file_rules WHERE error IS NOT NULL"))
                .isEqualTo("0");
    }

    @Test
    void terminateEndsABackend() throws SQLException {
        try (Connection victim = cluster.connect();
                Statement statement = victim.createStatement()) {
            int pid = Integer.parseInt(PostgresCluster.value(victim, "SELECT pg_backend_pid()"));
            assertThat(cluster.terminate(pid)).isTrue();
            assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
            assertThat(cluster.terminate(pid)).isFalse();
        }
    }

    @Test
    void aServerNamedByUrlIsUsedAsItIs() throws SQLException {
        System.setProperty(
                PostgresCluster.URL_PROPERTY,
                "postgresql://postgres:postgres@127.0.0.1:" + cluster.port() + "/" + cluster.database());
        try (PostgresCluster named = PostgresCluster.start()) {
            assertThat(named.describe()).startsWith("external");
            assertThat(named.value("SELECT 1")).isEqualTo("1");
            assertThatThrownBy(() -> named.hbaLine("local all all trust")).hasMessageContaining("without the URL");
        }
        assertThat(cluster.value("SELECT 1")).isEqualTo("1");
        assertThatThrownBy(() -> PostgresCluster.start(
                        PostgresCluster.Settings.defaults().setting("max_connections", "7")))
                .hasMessageContaining("max_connections = 200, this test needs 7");
    }

    @Test
    void anUrlThatMakesNoSenseIsRefusedWithoutShowingThePassword() {
        System.setProperty(PostgresCluster.URL_PROPERTY, "http://me:secret@127.0.0.1/db");
        assertThatThrownBy(PostgresCluster::start)
                .hasMessageContaining("postgresql://user:password@host:port/db")
                .message()
                .doesNotContain("secret");
    }
}
