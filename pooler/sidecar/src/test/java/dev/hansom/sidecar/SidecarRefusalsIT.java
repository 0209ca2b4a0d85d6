package dev.hansom.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the packaged sidecar says where it does not start. */
class SidecarRefusalsIT {

    private static final String GOOD = """
            [databases]
            * = host=127.0.0.1
            [pgbouncer]
            pool_mode = transaction
            auth_type = trust
            unix_socket_dir =
            listen_addr = 127.0.0.1
            listen_port = %d
            """;

    @TempDir
    Path directory;

    @Test
    void namesEveryMistakeOfTheIni() throws Exception {
        Path ini = SidecarIni.write(
                directory,
                "[databases]\n* = host=127.0.0.1 pool_size=0\n[pgbouncer]\nauth_type = trust\nfoo = 1\npool_mode = car\n");
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            assertThat(sidecar.awaitExit()).isEqualTo(1);
            assertThat(sidecar.out()).isEmpty();
            assertThat(sidecar.err())
                    .satisfiesExactly(
                            line -> assertThat(line).startsWith("hansom: " + ini + ":2: *: pool_size: "),
                            line -> assertThat(line).startsWith("hansom: " + ini + ":5: foo: "),
                            line -> assertThat(line).startsWith("hansom: " + ini + ":6: pool_mode: "));
        }
    }

    @Test
    void saysThatTheFileIsMissing() throws Exception {
        Path ini = directory.resolve("none.ini");
        try (SidecarProcess sidecar = SidecarProcess.start(ini.toString())) {
            assertThat(sidecar.awaitExit()).isEqualTo(1);
            assertThat(sidecar.err()).singleElement().asString().contains(ini.toString());
        }
    }

    @Test
    void namesTheAddressThatIsTaken() throws Exception {
        try (ServerSocket taken = Ports.taken();
                SidecarProcess sidecar = SidecarProcess.start(ini(taken.getLocalPort()))) {
            assertThat(sidecar.awaitExit()).isEqualTo(1);
            assertThat(sidecar.out()).isEmpty();
            assertThat(sidecar.err())
                    .singleElement()
                    .asString()
                    .startsWith("hansom: cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ")
                    .containsIgnoringCase("in use");
        }
    }

    @Test
    void namesTheAddressForMetricsThatIsTaken() throws Exception {
        try (ServerSocket taken = Ports.taken();
                SidecarProcess sidecar = SidecarProcess.startWithHttpPort(taken.getLocalPort(), ini(0))) {
            assertThat(sidecar.awaitExit()).isEqualTo(1);
            assertThat(sidecar.err())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "hansom: cannot listen on 127.0.0.1:" + taken.getLocalPort() + " for metrics and health: ")
                    .contains("QUARKUS_HTTP_PORT");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "one.ini two.ini"})
    void wantsOneArgument(String arguments) throws Exception {
        try (SidecarProcess sidecar =
                SidecarProcess.start(arguments.isEmpty() ? new String[0] : arguments.split(" "))) {
            assertThat(sidecar.awaitExit()).isEqualTo(1);
            assertThat(sidecar.out()).isEmpty();
            assertThat(sidecar.err()).first().isEqualTo("usage: hansom FILE.ini");
        }
    }

    @Test
    void helps() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start("--help")) {
            assertThat(sidecar.awaitExit()).isZero();
            assertThat(sidecar.out()).first().isEqualTo("usage: hansom FILE.ini");
            assertThat(sidecar.err()).isEmpty();
        }
    }

    @Test
    void tellsTheVersionOfTheBuild() throws Exception {
        try (SidecarProcess sidecar = SidecarProcess.start("--version")) {
            assertThat(sidecar.awaitExit()).isZero();
            String version = System.getProperty("hansom.version").replace("-SNAPSHOT", "");
            assertThat(sidecar.out()).containsExactly("Hansom " + version);
        }
    }

    private String ini(int port) throws IOException {
        return SidecarIni.write(directory, GOOD.formatted(port)).toString();
    }
}
