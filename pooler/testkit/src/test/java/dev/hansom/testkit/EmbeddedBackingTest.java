package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EmbeddedBackingTest {

    @Test
    void settingsReachTheServerWhichLeavesNothingBehind() throws Exception {
        EmbeddedBacking backing =
                EmbeddedBacking.start(PostgresCluster.Settings.defaults().setting("max_connections", "17"));
        Path directory = backing.logFile().orElseThrow().getParent();
        Path socket = backing.unixSocketDir().orElseThrow().resolve(".s.PGSQL." + backing.port());
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            assertThat(channel.connect(UnixDomainSocketAddress.of(socket))).isTrue();
        }
        assertThat(Files.readString(directory.resolve("data").resolve("postmaster.opts")))
                .contains("max_connections=17");
        backing.close();
        backing.close();
        assertThat(directory).doesNotExist();
    }

    /** A JVM killed with -9 runs no shutdown hook: its server stayed for ever. */
    @Test
    void theServerOfAKilledJvmIsRemovedByTheNextStart() throws Exception {
        Process owner = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Owner.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String line;
        try (var output = owner.inputReader()) {
            do {
                line = output.readLine();
            } while (line != null && !line.startsWith("started "));
            owner.destroyForcibly();
        }
        assertThat(owner.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(line).as("what the other JVM says").isNotNull();
        Path directory = Path.of(line.substring("started ".length()));
        ProcessHandle server = ProcessHandle.of(Long.parseLong(
                        Files.readAllLines(directory.resolve("data").resolve("postmaster.pid"))
                                .get(0)))
                .orElseThrow();
        assertThat(server.isAlive()).isTrue();

        ClusterDirectory.sweep();

        assertThat(directory).doesNotExist();
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void aDirectoryWhoseOwnerLivesIsLeftAlone() throws IOException {
        try (ClusterDirectory mine = ClusterDirectory.create()) {
            ClusterDirectory.sweep();
            assertThat(mine.path()).isDirectory();
        }
    }

    /** Starts a server and waits to be killed. */
    static final class Owner {
        public static void main(String[] arguments) throws InterruptedException {
            EmbeddedBacking backing = EmbeddedBacking.start(PostgresCluster.Settings.defaults());
            System.out.println("started " + backing.unixSocketDir().orElseThrow());
            Thread.currentThread().join();
        }
    }
}
