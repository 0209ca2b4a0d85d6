package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptedServerTest {

    private static final ServerScript ONE_ROW = ServerScript.login()
            .expect(FrontendMessages.query("SELECT 1"))
            .reply(
                    BackendMessages.rowDescription("n"),
                    BackendMessages.dataRow("1"),
                    BackendMessages.commandComplete("SELECT 1"),
                    BackendMessages.readyForQuery('I'));

    @Test
    void playsItsScriptAndRecordsWhatItIsTold() throws IOException {
        try (ScriptedServer server = ScriptedServer.inOrder(ONE_ROW);
                ScriptedClient client = login(server)) {
            assertThat(client.query("SELECT 1").value()).isEqualTo("1");
            client.send(FrontendMessages.query("and more"), FrontendMessages.terminate());
            ScriptedConnection connection = server.connection(0);
            connection.awaitPlayed();
            connection.awaitReceivedTypes("QQX");
            assertThat(connection.startupParameters())
                    .containsEntry("user", "u")
                    .containsEntry("database", "d");
            assertThat(connection.received()).contains(FrontendMessages.query("and more"));
            server.verify();
        }
    }

    @Test
    void somethingUnexpectedIsReportedWithWhatCame() throws IOException {
        try (ScriptedServer server = ScriptedServer.inOrder(ONE_ROW);
                ScriptedClient client = login(server)) {
            client.send(FrontendMessages.query("SELECT 2"));
            client.expectEnd();
            assertThatThrownBy(() -> server.connection(0).awaitPlayed())
                    .hasMessageContaining("Expected Q (Q(9)\"SELECT 1\\0\"), got Q(9)\"SELECT 2\\0\"");
            server.connection(0).awaitGone();
            assertThatThrownBy(server::verify).hasMessageContaining("SELECT 2");
        }
    }

    @Test
    void aClientThatLeavesTooEarlyIsReported() throws IOException {
        try (ScriptedServer server = ScriptedServer.inOrder(ONE_ROW)) {
            login(server).close();
            assertThatThrownBy(() -> server.connection(0).awaitPlayed()).hasMessageContaining("ended in mid-script");
        }
    }

    @Test
    void pgjdbcTakesItForAServer() throws Exception {
        ServerScript script = ServerScript.login().answer(message -> switch (message.type()) {
            case 'Q' -> List.of(BackendMessages.commandComplete("SET"), BackendMessages.readyForQuery('I'));
            case 'P' -> List.of(BackendMessages.parseComplete());
            case 'B' -> List.of(BackendMessages.bindComplete());
            case 'D' -> List.of(BackendMessages.rowDescription("who"));
            case 'E' -> List.of(BackendMessages.dataRow("a script"), BackendMessages.commandComplete("SELECT 1"));
            case 'S' -> List.of(BackendMessages.readyForQuery('I'));
            default -> throw new AssertionError("Not foreseen: " + message);
        });
        try (ScriptedServer server = ScriptedServer.always(script)) {
            try (Connection connection = DriverManager.getConnection(
                            "jdbc:postgresql://127.0.0.1:" + server.port() + "/d?user=u&sslmode=prefer");
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT who")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("who")).isEqualTo("a script");
            }
            server.connection(0).awaitGone();
            server.verify();
        }
    }

    @Test
    void cancelRequestsAreCollectedAndTakeNoScript() throws IOException {
        try (ScriptedServer server = ScriptedServer.inOrder(ONE_ROW, ONE_ROW)) {
            BackendKey key = BackendKey.of(11, 22);
            cancel(server, key);
            server.connection(0).awaitGone();
            try (ScriptedClient first = login(server);
                    ScriptedClient second = login(server)) {
                cancel(server, first.backendKey());
                assertThat(first.query("SELECT 1").value()).isEqualTo("1");
                assertThat(second.query("SELECT 1").value()).isEqualTo("1");
            }
            assertThat(server.cancels()).containsExactly(key, BackendKey.of(1, 2));
            server.verify();
        }
    }

    @Test
    void oneConnectionTooManyIsReported() throws IOException {
        try (ScriptedServer server = ScriptedServer.inOrder();
                ScriptedClient client = ScriptedClient.connect(server.host(), server.port())) {
            client.send(FrontendMessages.startup(Map.of("user", "u")));
            client.expectEnd();
            server.connection(0).awaitGone();
            assertThatThrownBy(server::verify).hasMessageContaining("more than the test has scripts for");
        }
    }

    @Test
    void splintersHalvesAndEnds() throws IOException {
        WireMessage row = BackendMessages.dataRow("a rather long value");
        byte[] reply = WireMessage.encode(
                BackendMessages.rowDescription("v"),
                row,
                BackendMessages.commandComplete("SELECT 1"),
                BackendMessages.readyForQuery('T'));
        ServerScript script = ServerScript.login()
                .expect('Q')
                .replyInPieces(reply, 1)
                .expect('Q')
                .replyHalf(row)
                .close();
        try (ScriptedServer server = ScriptedServer.always(script);
                ScriptedClient client = login(server)) {
            Reply whole = client.query("splinters");
            assertThat(whole.value()).isEqualTo("a rather long value");
            assertThat(whole.readyStatus()).isEqualTo('T');
            client.send(FrontendMessages.query("half"));
            assertThatThrownBy(client::readUntilReady)
                    .hasMessageContaining("The peer closed the connection")
                    .hasMessageContaining("half a message: D(");
        }
    }

    @Test
    void aStallEndsWhenTheTestSaysSo() throws IOException {
        try (ScriptedServer server = ScriptedServer.inOrder(
                        ServerScript.login().expect('Q').stall().reply(BackendMessages.readyForQuery('I')));
                ScriptedClient client = login(server)) {
            client.send(FrontendMessages.query("wait"));
            server.connection(0).awaitReceivedTypes("Q");
            client.timeout(Duration.ofMillis(30));
            assertThatThrownBy(client::read).hasMessageContaining("Nothing came in");
            client.timeout(Duration.ofSeconds(30));
            server.connection(0).resume();
            client.expect('Z');
        }
    }

    @Test
    void aHalfClosedServerStillListens() throws IOException {
        try (ScriptedServer server =
                        ScriptedServer.inOrder(ServerScript.login().halfClose().expect('Q'));
                ScriptedClient client = login(server)) {
            client.expectEnd();
            client.send(FrontendMessages.query("still there?"));
            server.connection(0).awaitPlayed();
        }
    }

    @Test
    void deathResetsEverybodyAndComesBackOnTheSamePort() throws IOException {
        int port;
        try (ScriptedServer server = ScriptedServer.always(ONE_ROW);
                ScriptedClient client = login(server)) {
            port = server.port();
            server.die();
            client.expectEnd();
            assertThatThrownBy(() -> login(server)).isInstanceOf(IOException.class);
            server.connection(0).awaitGone();
            server.verify();
        }
        try (ScriptedServer again = ScriptedServer.alwaysOn(port, ONE_ROW);
                ScriptedClient client = login(again)) {
            assertThat(client.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void bytesThatAreNoProtocolAreReported() throws IOException {
        try (ScriptedServer server = ScriptedServer.inOrder(ONE_ROW);
                ScriptedClient client = login(server)) {
            client.sendBytes("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            client.expectEnd();
            server.connection(0).awaitGone();
            assertThatThrownBy(server::verify).hasMessageContaining("Length");
        }
    }

    private static ScriptedClient login(ScriptedServer server) throws IOException {
        ScriptedClient client = ScriptedClient.connect(server.host(), server.port());
        client.login("u", "", "d");
        return client;
    }

    private static void cancel(ScriptedServer server, BackendKey key) throws IOException {
        try (ScriptedClient client = ScriptedClient.connect(server.host(), server.port())) {
            client.cancel(key);
        }
    }
}
