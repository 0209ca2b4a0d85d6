package dev.hansom.lab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class LoadCommandTest {

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private HttpServer server;
    private String base;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body + " "
                    + exchange.getRequestHeaders().getFirst("X-Run"));
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/broken") ? 503 : 204, -1);
            exchange.close();
        });
        server.start();
        base = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    @Test
    void aCleanLoadPassesAndPrintsATable() {
        Output output = run(base + "/orders/{7..7}", "--rate", "100", "--duration", "500ms", "--warmup", "100ms");
        assertThat(output.exit()).isZero();
        assertThat(output.out())
                .contains("due 50, sent 50")
                .contains("asked 100.0/s")
                .containsPattern("errors +0\n")
                .containsPattern("99\\.9 % +[0-9.]+ +[0-9.]+ +[0-9.]+\n");
        assertThat(seen).containsExactly("GET /orders/7  null");
    }

    @Test
    void jsonHoldsTheSameForPrograms(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("order.json"), "{\"customer\":{3..3}}");
        Output output =
                run(base + "/orders", "-r50", "-d500ms", "-w0s", "--body", "@" + file, "-H", "X-Run: 1", "--json");
        assertThat(output.exit()).isZero();
        JsonNode json = new ObjectMapper().readTree(output.out());
        assertThat(json.get("due").asLong()).isEqualTo(25);
        assertThat(json.get("responseNanos").get("count").asLong()).isEqualTo(25);
        assertThat(json.get("responseNanos").get("p99.9").asLong()).isPositive();
        assertThat(json.get("errors")).isEmpty();
        assertThat(seen).containsExactly("POST /orders {\"customer\":3} 1");
    }

    @Test
    void errorsFailTheLoadAndAreNamed() {
        Output output = run(base + "/broken", "--rate", "50", "--duration", "200ms", "--warmup", "0s");
        assertThat(output.exit()).isEqualTo(3);
        assertThat(output.out()).contains("10 x status 503").contains("did not keep up");
    }

    @Test
    void aTargetThatIsDownFailsWithItsReason() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Output output = run("http://127.0.0.1:" + port + "/", "--rate", "50", "--duration", "200ms", "--warmup", "0s");
        assertThat(output.exit()).isEqualTo(3);
        assertThat(output.out()).containsPattern("10 x connect, first: .*refused");
    }

    static Stream<String> badArguments() {
        return Stream.of(
                "",
                "--rate 10",
                "localhost:80 --rate 10",
                "https://127.0.0.1/ --rate 10",
                "http://no-such-host.invalid/ --rate 10",
                "http://127.0.0.1/",
                "http://127.0.0.1/ --rate 0",
                "http://127.0.0.1/ --rate -5",
                "http://127.0.0.1/ --rate NaN",
                "http://127.0.0.1/ --rate fast",
                "http://127.0.0.1/ --rate 10 --duration 10",
                "http://127.0.0.1/ --rate 10 --duration 0s",
                "http://127.0.0.1/ --rate 10 --connections 0",
                "http://127.0.0.1/ --rate 10 --method HEAD",
                "http://127.0.0.1/ --rate 10 --body @/no/such/file",
                "http://127.0.0.1/ --rate 10 --header nonsense",
                "http://127.0.0.1/ --rate 10 --event-loops 0",
                "http://127.0.0.1/ --rate 10 --no-such-option");
    }

    @ParameterizedTest
    @MethodSource("badArguments")
    void badArgumentsAreRefusedInOneSentence(String arguments) {
        Output output = run(arguments.isEmpty() ? new String[0] : arguments.split(" "));
        assertThat(output.exit()).isEqualTo(2);
        assertThat(output.out()).isEmpty();
        assertThat(output.err()).startsWith("load: ");
        assertThat(output.err().lines().filter(line -> !line.startsWith("See '")))
                .hasSize(1);
    }

    private static Output run(String... args) {
        return Output.of(new LoadCommand(), args);
    }
}
