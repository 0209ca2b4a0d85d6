package dev.hansom.testkit;

import static dev.hansom.testkit.FaultyRelay.Direction.TO_CLIENT;
import static dev.hansom.testkit.FaultyRelay.Direction.TO_SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyRelayTest {

    /** Echoes each query as a row. */
    private static final ServerScript ECHO = ServerScript.login()
            .answer(message -> List.of(
                    BackendMessages.rowDescription("echo"),
                    BackendMessages.dataRow(message.reader().string()),
                    BackendMessages.commandComplete("SELECT 1"),
                    BackendMessages.readyForQuery('I')));

    private ScriptedServer server;
    private FaultyRelay relay;

    @BeforeEach
    void start() throws IOException {
        server = ScriptedServer.always(ECHO);
        relay = FaultyRelay.to(server.host(), server.port());
    }

    @AfterEach
    void stop() throws IOException {
        relay.close();
        server.close();
    }

    @Test
    void handsOnAndCounts() throws IOException {
        try (ScriptedClient client = login()) {
            long before = relay.forwarded(TO_SERVER);
            assertThat(client.query("hello").value()).isEqualTo("hello");
            assertThat(relay.forwarded(TO_SERVER) - before).isEqualTo(5 + 6);
            assertThat(relay.connectionCount()).isEqualTo(1);
            client.send(FrontendMessages.terminate());
            client.close();
            server.connection(0).awaitGone();
        }
    }

    @Test
    void splinters() throws IOException {
        relay.splitInto(TO_SERVER, 1);
        relay.splitInto(TO_CLIENT, 3);
        try (ScriptedClient client = login()) {
            assertThat(client.query("in splinters").value()).isEqualTo("in splinters");
        }
    }

    @Test
    void stallsAfterAsManyBytesAsAskedFor() throws IOException {
        try (ScriptedClient client = login()) {
            relay.stallAfter(TO_CLIENT, 7);
            long before = relay.forwarded(TO_CLIENT);
            client.send(FrontendMessages.query("late"));
            relay.awaitForwarded(TO_CLIENT, before + 7);
            client.timeout(Duration.ofSeconds(2));
            assertThatThrownBy(client::read).hasMessageContaining("half a message: T(7)");
            client.timeout(Duration.ofSeconds(30));
            relay.resume(TO_CLIENT);
            assertThat(client.readUntilReady().value()).isEqualTo("late");
        }
    }

    @Test
    void cutsInMidMessageOnceOnBothSides() throws IOException {
        try (ScriptedClient client = login()) {
            relay.cutAfter(TO_CLIENT, 10);
            client.send(FrontendMessages.query("cut"));
            assertThatThrownBy(client::readUntilReady).isInstanceOf(IOException.class);
            server.connection(0).awaitGone();
        }
        try (ScriptedClient client = login()) {
            assertThat(client.query("next").value()).isEqualTo("next");
        }
    }

    @Test
    void cutsAtOnce() throws IOException {
        try (ScriptedClient client = login()) {
            relay.cut();
            client.expectEnd();
            server.connection(0).awaitGone();
        }
    }

    @Test
    void halfClosesTowardsOneSide() throws IOException {
        try (ScriptedClient client = login()) {
            relay.halfClose(TO_CLIENT);
            client.expectEnd();
            client.send(FrontendMessages.query("one way"));
            server.connection(0).awaitReceivedTypes("Q");
        }
    }

    @Test
    void halfClosesInMidMessage() throws IOException {
        try (ScriptedClient client = login()) {
            relay.halfCloseAfter(TO_CLIENT, 4);
            client.send(FrontendMessages.query("half"));
            assertThatThrownBy(client::read)
                    .hasMessageContaining("The peer closed the connection")
                    .hasMessageContaining("half a message: T(4)");
        }
    }

    @Test
    void refusesConnectionsUntilItAcceptsAgain() throws IOException {
        relay.refuseConnections();
        assertThatThrownBy(this::login).hasMessageContaining("No connection to");
        relay.acceptConnections();
        try (ScriptedClient client = login()) {
            assertThat(client.query("back").value()).isEqualTo("back");
        }
    }

    @Test
    void aServerThatIsNotThereEndsTheConnection() throws IOException {
        server.stopListening();
        try (ScriptedClient client = ScriptedClient.connect(relay.host(), relay.port())) {
            client.expectEnd();
        }
    }

    private ScriptedClient login() throws IOException {
        ScriptedClient client = ScriptedClient.connect(relay.host(), relay.port());
        client.login("u", "", "d");
        return client;
    }
}
