package dev.hansom.testkit;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Whether a container engine answers here, found out before Testcontainers is even loaded: its own search takes seconds
 * and fills the log with stack traces where there is none.
 */
final class ContainerEngine {

    /** {@code true}: use containers, and fail without an engine; {@code false}: never look for one. */
    static final String VARIABLE = "HANSOM_TEST_CONTAINERS";

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private ContainerEngine() {}

    static boolean wanted() {
        String wish = Objects.requireNonNullElse(System.getenv(VARIABLE), "");
        return switch (wish) {
            case "true" -> true;
            case "false" -> false;
            case "" -> sockets().stream().anyMatch(socket -> answers(socket, PATIENCE));
            default -> throw new IllegalStateException(VARIABLE + " must be true, false or unset, not " + wish);
        };
    }

    private static List<Path> sockets() {
        String host = System.getenv("DOCKER_HOST");
        if (host != null && !host.isBlank()) {
            // An engine elsewhere is not looked for: its tests are asked for with the variable.
            return host.startsWith("unix://") ? List.of(Path.of(host.substring("unix://".length()))) : List.of();
        }
        List<Path> sockets = new ArrayList<>(List.of(Path.of("/var/run/docker.sock")));
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null && !runtime.isBlank()) {
            sockets.add(Path.of(runtime, "docker.sock"));
        }
        return sockets;
    }

    /** Whether an engine answers {@code GET /_ping} on this socket in time. */
    static boolean answers(Path socket, Duration patience) {
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                Selector selector = Selector.open()) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.configureBlocking(false);
            channel.write(
                    ByteBuffer.wrap("GET /_ping HTTP/1.0\r\nHost: engine\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            channel.register(selector, SelectionKey.OP_READ);
            if (selector.select(patience.toMillis()) == 0) {
                return false;
            }
            ByteBuffer answer = ByteBuffer.allocate(64);
            channel.read(answer);
            String status = new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
            return status.startsWith("HTTP/1.") && status.contains(" 200 ");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
