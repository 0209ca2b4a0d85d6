package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client and its codec against a real PostgreSQL. */
class ScriptedClientTest {

    private static final PostgresCluster CLUSTER = PostgresCluster.shared();

    @BeforeAll
    static void roles() throws SQLException {
        CLUSTER.createRole("client_trust", "unused", "scram-sha-256");
        CLUSTER.createRole("client_md5", "geheim", "md5");
        CLUSTER.createRole("client_password", "geheim", "scram-sha-256");
        CLUSTER.createRole("client_scram-sha-256", "geheim", "scram-sha-256");
        for (String method : List.of("trust", "md5", "password", "scram-sha-256")) {
            CLUSTER.hbaLine("host all \"client_" + method + "\" all " + method);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trust", "md5", "password", "scram-sha-256"})
    void logsIn(String method) throws IOException {
        try (ScriptedClient client = connect()) {
            Reply reply = client.login("client_" + method, "geheim", CLUSTER.database());
            assertThat(reply.readyStatus()).isEqualTo('I');
            assertThat(client.parameterStatus()).containsEntry("client_encoding", "UTF8");
            assertThat(client.query("SELECT current_user").value()).isEqualTo("client_" + method);
            assertThat(client.query("SELECT pg_backend_pid()").value())
                    .isEqualTo(Integer.toString(client.backendKey().processId()));
            client.terminate();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5", "password", "scram-sha-256"})
    void aWrongPasswordIsRefused(String method) throws IOException {
        try (ScriptedClient client = connect()) {
            Reply reply = client.tryLogin("client_" + method, "falsch", CLUSTER.database(), Map.of());
            assertThat(reply.error().orElseThrow().sqlState()).isEqualTo("28P01");
            client.expectEnd();
        }
        try (ScriptedClient client = connect()) {
            assertThatThrownBy(() -> client.login("client_" + method, "falsch", CLUSTER.database()))
                    .hasMessageContaining("FATAL 28P01: password authentication failed");
        }
    }

    @Test
    void startUpParametersReachTheServer() throws IOException {
        try (ScriptedClient client = connect()) {
            client.login(
                    CLUSTER.superuser(),
                    CLUSTER.password(),
                    CLUSTER.database(),
                    Map.of("application_name", "kit", "options", "-c extra_float_digits=2"));
            assertThat(client.parameterStatus()).containsEntry("application_name", "kit");
            assertThat(client.query("SHOW extra_float_digits").value()).isEqualTo("2");
        }
    }

    @Test
    void readsRowsNullsErrorsAndTransactionStatus() throws IOException {
        try (ScriptedClient client = superuser()) {
            Reply rows = client.query("SELECT 1 AS one, NULL AS nothing; SELECT 'ü' AS text");
            assertThat(rows.types()).isEqualTo("TDCTDCZ");
            assertThat(rows.columns()).containsExactly("text");
            assertThat(rows.rows()).isEqualTo(List.of(Arrays.asList("1", null), List.of("ü")));
            assertThat(rows.tags()).containsExactly("SELECT 1", "SELECT 1");
            assertThat(client.query("BEGIN").readyStatus()).isEqualTo('T');
            Reply failed = client.query("SELECT nonsense");
            assertThat(failed.error().map(ErrorFields::sqlState)).isEqualTo(Optional.of("42703"));
            assertThat(failed.readyStatus()).isEqualTo('E');
            assertThat(client.query("ROLLBACK").readyStatus()).isEqualTo('I');
        }
    }

    @Test
    void speaksTheExtendedProtocol() throws IOException {
        try (ScriptedClient client = superuser()) {
            Reply once = client.extended("SELECT $1::int + 1, $2::text", "41", null);
            assertThat(once.types()).isEqualTo("12TDCZ");
            assertThat(once.rows()).isEqualTo(List.of(Arrays.asList("42", null)));

            assertThat(client.prepare("s1", "SELECT $1", 23).types()).isEqualTo("1Z");
            client.send(FrontendMessages.describeStatement("s1"), FrontendMessages.flush());
            client.expectTypes("tT");
            assertThat(client.executePrepared("s1", "7").value()).isEqualTo("7");
            assertThat(client.exchange(FrontendMessages.closeStatement("s1"), FrontendMessages.sync())
                            .types())
                    .isEqualTo("3Z");
            assertThat(client.executePrepared("s1", "7").error().orElseThrow().sqlState())
                    .isEqualTo("26000");
        }
    }

    @Test
    void copiesIn() throws IOException {
        try (ScriptedClient client = superuser()) {
            client.query("CREATE TEMP TABLE copied (n int)").orFail();
            client.send(FrontendMessages.query("COPY copied FROM STDIN"));
            client.expect('G');
            Reply done = client.exchange(
                    FrontendMessages.copyData("1\n2\n".getBytes(StandardCharsets.US_ASCII)),
                    FrontendMessages.copyDone());
            assertThat(done.tags()).containsExactly("COPY 2");
        }
    }

    @Test
    void bytesMayComeOneByOne() throws IOException {
        try (ScriptedClient client = superuser()) {
            client.sendInPieces(WireMessage.encode(FrontendMessages.extended("SELECT 'one by one'")), 1);
            assertThat(client.readUntilReady().value()).isEqualTo("one by one");
        }
    }

    @Test
    void aLongRowIsReadWhole() throws IOException {
        try (ScriptedClient client = superuser()) {
            assertThat(client.query("SELECT repeat('x', 300000)").value()).hasSize(300_000);
            assertThat(client.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void encryptionIsAskedForAndCancelWorks() throws IOException {
        try (ScriptedClient client = connect()) {
            assertThat(client.sslRequest()).isEqualTo('N');
            assertThat(client.gssEncRequest()).isEqualTo('N');
            client.login(CLUSTER.superuser(), CLUSTER.password(), CLUSTER.database());
            client.send(FrontendMessages.query("SELECT pg_sleep(600)"));
            // The cancel may overtake the query, so it is repeated until the query is seen to end.
            client.timeout(Duration.ofMillis(100));
            Optional<Reply> reply = Optional.empty();
            while (reply.isEmpty()) {
                try (ScriptedClient canceller = connect()) {
                    canceller.cancel(client.backendKey());
                }
                try {
                    reply = Optional.of(client.readUntilReady());
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("Nothing came in within 100 ms");
                }
            }
            assertThat(reply.get().error().orElseThrow().sqlState()).isEqualTo("57014");
        }
    }

    @Test
    void aUnixSocketWorksTheSame() throws IOException {
        assumeTrue(CLUSTER.unixSocketDir().isPresent(), "this cluster has no Unix socket in reach");
        Path socket = CLUSTER.unixSocketDir().orElseThrow().resolve(".s.PGSQL." + CLUSTER.port());
        try (ScriptedClient client = ScriptedClient.connect(socket)) {
            client.login(CLUSTER.superuser(), CLUSTER.password(), CLUSTER.database());
            assertThat(client.query("SELECT inet_client_addr() IS NULL").value())
                    .isEqualTo("t");
        }
    }

    @Test
    void aFailedWaitSaysWhatHadComeIn() throws IOException {
        try (ScriptedClient client = superuser()) {
            client.send(FrontendMessages.query("SELECT 'seen'"));
            assertThatThrownBy(() -> client.expect('Z'))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Expected a message of type Z, got T(");
            client.timeout(Duration.ofMillis(50));
            client.readUntilReady();
            assertThatThrownBy(client::readUntilReady)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Waiting for ReadyForQuery: Nothing came in within 50 ms")
                    .hasMessageContaining("seen");
        }
    }

    private static ScriptedClient connect() throws IOException {
        return ScriptedClient.connect(CLUSTER.host(), CLUSTER.port());
    }

    private static ScriptedClient superuser() throws IOException {
        ScriptedClient client = connect();
        client.login(CLUSTER.superuser(), CLUSTER.password(), CLUSTER.database());
        return client;
    }
}
