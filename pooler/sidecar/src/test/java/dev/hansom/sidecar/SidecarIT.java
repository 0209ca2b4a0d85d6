package dev.hansom.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hansom.testkit.PostgresCluster;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged sidecar as a process, in front of a real server. */
class SidecarIT {

    private static final int SIGINT = 2;
    private static final Path REFERENCE = Path.of("../../docs/configuration.md");
    private static final String LISTENING = "listening on 127\\.0\\.0\\.1:([0-9]+)$";
    private static final String HTTP = "metrics and health on (http://127\\.0\\.0\\.1:[0-9]+)";

    @TempDir
    Path directory;

    private final PostgresCluster cluster = PostgresCluster.shared();
    private Path ini;

    @BeforeEach
    void writeIni() throws IOException {
        ini = SidecarIni.write(directory, cluster, "listen_port = 0\nunix_socket_dir =\nserver_reset = narrow");
    }

    @Test
    void servesQueriesUntilItIsTerminated() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            try (Connection connection = connect(sidecar.awaitLog(LISTENING));
                    PreparedStatement query = connection.prepareStatement("SELECT ?::int + 1")) {
                for (int i = 0; i < 20; i++) {
                    query.setInt(1, i);
                    try (ResultSet row = query.executeQuery()) {
                        row.next();
                        assertThat(row.getInt(1)).isEqualTo(i + 1);
                    }
                }
            }
            sidecar.signal("TERM");
            assertThat(sidecar.awaitExit()).isZero();
            assertThat(sidecar.err()).isEmpty();
        }
    }

    @Test
    void isStoppedByAnInterruptToo() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            sidecar.awaitLog(HTTP);
            assumeThat(sidecar.ignores(SIGINT)).isFalse();
            sidecar.signal("INT");
            assertThat(sidecar.awaitExit()).isZero();
        }
    }

    @Test
    void letsATransactionEndWhileItDrains() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            String port = sidecar.awaitLog(LISTENING);
            String http = sidecar.awaitLog(HTTP);
            try (Connection busy = connect(port);
                    Connection idle = connect(port);
                    Statement statement = busy.createStatement()) {
                busy.setAutoCommit(false);
                statement.execute("SELECT 1");
                sidecar.signal("TERM");
                sidecar.awaitLog("draining");
                while (idle.isValid(60)) {
                    Thread.onSpinWait();
                }
                assertThatThrownBy(() -> connect(port)).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> get(http + "/q/health")).isInstanceOf(ConnectException.class);
                statement.execute("SELECT 2");
                busy.commit();
            }
            assertThat(sidecar.awaitExit()).isZero();
        }
    }

    @Test
    void showsEveryMeterOfTheReferenceAtTheFirstScrape() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            String port = sidecar.awaitLog(LISTENING);
            String http = sidecar.awaitLog(HTTP);
            assertThat(get(http + "/q/metrics").body()).doesNotContain("hansom_pooler_");
            try (Connection connection = connect(port);
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                String metrics = get(http + "/q/metrics").body();
                assertThat(names(metrics, "^(hansom_pooler_\\w+)\\{"))
                        .isEqualTo(names(Files.readString(REFERENCE), "^\\| `(hansom_pooler_\\w+)[`{]"));
                assertThat(metrics)
                        .containsPattern("hansom_pooler_clients\\{[^}]*state=\"active\"[^}]*} 1\\.0")
                        .containsPattern("hansom_pooler_queries_total\\{database=\"%s\",user=\"%s\"} [1-9]"
                                .formatted(cluster.database(), cluster.superuser()));
            }
        }
    }

    @Test
    void saysThatItIsReady() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            HttpResponse<String> health = get(sidecar.awaitLog(HTTP) + "/q/health/ready");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"hansom-pooler\"", "\"accepting\"");
        }
    }

    @Test
    void removesItsUnixSocketAtTheEnd() throws Exception {
        int port = Ports.free();
        Path sockets = Files.createTempDirectory("hansom");
        try (SidecarProcess sidecar = SidecarProcess.start(
                SidecarIni.write(directory, cluster, "listen_port = " + port + "\nunix_socket_dir = " + sockets)
                        .toString())) {
            Path socket = Path.of(sidecar.awaitLog("listening on unix:(.+)$"));
            assertThat(socket).isEqualTo(sockets.resolve(".s.PGSQL." + port)).exists();
            sidecar.awaitLog(HTTP);
            sidecar.signal("TERM");
            assertThat(sidecar.awaitExit()).isZero();
            assertThat(socket).doesNotExist();
        } finally {
            Files.delete(sockets);
        }
    }

    @Test
    void writesOneLineForEachEventAndNoBanner() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            sidecar.awaitLog(HTTP);
            sidecar.signal("TERM");
            sidecar.awaitExit();
            assertThat(sidecar.out())
                    .allMatch(line ->
                            line.matches("\\d{4}-\\d\\d-\\d\\d [0-9:.]+ \\w+ \\[" + sidecar.pid() + "] INFO .+"))
                    .hasSize(3);
        }
    }

    private Connection connect(String port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + cluster.database()
                        + "?sslmode=disable&prepareThreshold=2",
                cluster.superuser(),
                "");
    }

    private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Set<String> names(String text, String pattern) {
        return Arrays.stream(text.split("\n"))
                .flatMap(line -> Pattern.compile(pattern).matcher(line).results())
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
