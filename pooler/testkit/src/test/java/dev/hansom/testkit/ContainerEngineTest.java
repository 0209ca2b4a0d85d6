package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerEngineTest {

    @TempDir
    private Path directory;

    @Test
    void noSocketIsNoEngine() {
        assertThat(ContainerEngine.answers(directory.resolve("docker.sock"), Duration.ofSeconds(30)))
                .isFalse();
    }

    @Test
    void anEngineThatPingsIsFound() throws Exception {
        assertThat(answers("HTTP/1.0 200 OK\r\n\r\nOK")).isTrue();
    }

    @Test
    void anEngineThatRefusesIsNot() throws Exception {
        assertThat(answers("HTTP/1.0 503 Service Unavailable\r\n\r\n")).isFalse();
    }

    @Test
    void anEngineThatIsSilentIsNotWaitedFor() throws Exception {
        Path socket = directory.resolve("docker.sock");
        try (ServerSocketChannel server = listen(socket)) {
            assertThat(server.isOpen()).isTrue();
            assertThat(ContainerEngine.answers(socket, Duration.ofMillis(20))).isFalse();
        }
    }

    private boolean answers(String response) throws Exception {
        Path socket = directory.resolve("docker.sock");
        try (ServerSocketChannel server = listen(socket)) {
            Thread engine = new Thread(() -> {
                try (SocketChannel client = server.accept()) {
                    client.read(ByteBuffer.allocate(100));
                    client.write(ByteBuffer.wrap(response.getBytes(StandardCharsets.US_ASCII)));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            engine.start();
            boolean answers = ContainerEngine.answers(socket, Duration.ofSeconds(30));
            engine.join();
            return answers;
        }
    }

    private static ServerSocketChannel listen(Path socket) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }
}
