package dev.hansom.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hansom.lab.cpu.CpuGroup;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole stacks of real processes. Needs the API and the sidecar built, which the build of the whole tree does first. */
final class StackLauncherTest {

    private static final int REQUESTS = 20;

    @TempDir
    static Path run;

    private static LabDirs dirs;
    private static Cluster cluster;

    private final Http http = new Http();

    @BeforeAll
    static void start() {
        dirs = LabDirs.open(Path.of(".."), run);
        cluster = Cluster.start(dirs, ClusterSettings.embedded());
    }

    @AfterAll
    static void stop() {
        if (dirs != null) {
            dirs.close();
            assertThat(dirs.work()).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource(StackSpec.Topology.class)
    void everyTopologyServesSwitchesAndCounts(StackSpec.Topology topology) {
        assumeTrue(topology != StackSpec.Topology.SIDECAR || sidecarIsBuilt(), "the sidecar is not built");
        StackSpec spec = spec(topology);
        try (LaunchedStack stack = new StackLauncher(dirs, cluster).start(spec, "topology-" + topology)) {
            stack.checkAlive();
            StatementCounts before = cluster.statementCounts();
            for (int i = 1; i <= REQUESTS; i++) {
                assertThat(http.get(stack.api().resolve("/orders/" + i))).contains("\"id\":" + i);
            }
            StatementCounts quiet = cluster.statementCounts().since(before);
            assertThat(quiet.queries()).isEqualTo(4 * REQUESTS);
            assertThat(quiet.resets()).isZero();

            stack.apiReset(StackSpec.ApiReset.NARROW);
            assertThat(stack.settings()).containsEntry("api.reset", "narrow");
            http.get(stack.api().resolve("/orders/1"));
            assertThat(cluster.statementCounts().since(before).resets()).isEqualTo(7);

            boolean pooled = topology != StackSpec.Topology.DIRECT;
            assertThat(stack.cpuGroups().stream().map(CpuGroup::name))
                    .isEqualTo(pooled ? List.of("api", "pooler") : List.of("api"));
            assertThat(stack.compilerTime()).isPositive();
            assertThat(stack.cpuGroups()).allMatch(group -> group.read().nanos() > 0);
            assertThat(cluster.cpuGroup().read().nanos()).isPositive();
            assertThat(stack.settings().containsKey("pooler.ini")).isEqualTo(pooled);
            assertThat(stack.poolerCounters().isEmpty()).isNotEqualTo(pooled);
        }
    }

    @Test
    void apiThatDoesNotComeUpIsReportedWithItsLogAndLeavesNoSidecar() {
        assumeTrue(sidecarIsBuilt(), "the sidecar is not built");
        // The API refuses an empty pool of connections when it starts.
        StackSpec spec = new StackSpec(
                StackSpec.Topology.SIDECAR,
                StackSpec.Statements.CACHED,
                StackSpec.Transactions.PER_STATEMENT,
                5,
                0,
                Optional.of(200),
                Optional.of("none"));
        assertThatThrownBy(() -> new StackLauncher(dirs, cluster).start(spec, "broken"))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("broken-api has ended with exit status 1")
                .hasMessageContaining("max-size must be at least 1");
        assertThat(ProcessHandle.current().descendants())
                .noneMatch(child -> child.info().commandLine().orElse("").contains("broken-"));
    }

    @Test
    void takenPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StackPorts ports = new StackPorts(taken.getLocalPort(), 0);
            assertThatThrownBy(() ->
                            new StackLauncher(dirs, cluster).start(spec(StackSpec.Topology.DIRECT), "port", ports))
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("the API");
        }
    }

    private static boolean sidecarIsBuilt() {
        return Files.exists(Path.of("../pooler/sidecar/target/quarkus-app/quarkus-run.jar"));
    }

    private static StackSpec spec(StackSpec.Topology topology) {
        boolean pooled = topology != StackSpec.Topology.DIRECT;
        return new StackSpec(
                topology,
                StackSpec.Statements.CACHED,
                StackSpec.Transactions.PER_STATEMENT,
                5,
                8,
                pooled ? Optional.of(200) : Optional.empty(),
                pooled ? Optional.of("none") : Optional.empty());
    }
}
