package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.cpu.MachineCpu;
import dev.hansom.lab.cpu.OwnCpu;
import dev.hansom.lab.cpu.Pressure;
import dev.hansom.lab.load.LoadHooks;
import dev.hansom.lab.load.LoadResult;
import dev.hansom.lab.load.LoadSpec;
import dev.hansom.lab.load.OpenLoop;
import dev.hansom.lab.stack.Cluster;
import dev.hansom.lab.stack.ClusterSettings;
import dev.hansom.lab.stack.LabDirs;
import dev.hansom.lab.stack.RunningStack;
import dev.hansom.lab.stack.StackLauncher;
import dev.hansom.lab.stack.StackSpec;
import dev.hansom.lab.stack.StatementCounts;
import java.nio.file.Path;
import java.util.Map;

/** The real bench: a PostgreSQL of the lab's own, its stacks, and the load generator of this process. One thread. */
public final class LabBench implements Bench {

    private final LabDirs dirs;
    private final Cluster cluster;
    private final StackLauncher launcher;
    private final OpenLoop loop;

    private LabBench(LabDirs dirs, Cluster cluster, OpenLoop loop) {
        this.dirs = dirs;
        this.cluster = cluster;
        this.launcher = new StackLauncher(dirs, cluster);
        this.loop = loop;
    }

    /**
     * Starts PostgreSQL and loads the shop.
     *
     * @param root of the repository
     * @param runDirectory for logs
     * @throws dev.hansom.lab.stack.StackException where it does not come up
     */
    public static LabBench open(Path root, Path runDirectory) {
        LabDirs dirs = LabDirs.open(root, runDirectory);
        try {
            return new LabBench(dirs, Cluster.start(dirs, ClusterSettings.embedded()), OpenLoop.create(1));
        } catch (RuntimeException e) {
            dirs.close();
            throw e;
        }
    }

    @Override
    public RunningStack start(StackSpec spec, String name) {
        return launcher.start(spec, name);
    }

    @Override
    public CpuGroup postgres() {
        return cluster.cpuGroup();
    }

    @Override
    public StatementTally statements() {
        StatementCounts counts = cluster.statementCounts();
        return new StatementTally(counts.source(), counts.queries(), counts.transactionControl(), counts.resets());
    }

    @Override
    public MachineSample machine() {
        MachineCpu cpu = MachineCpu.read().orElse(new MachineCpu(0, 0, 0));
        return new MachineSample(
                System.nanoTime(),
                cpu.totalNanos(),
                cpu.busyNanos(),
                cpu.stealNanos(),
                Pressure.read().map(Pressure::totalNanos).orElse(-1L),
                OwnCpu.nanos().orElse(0));
    }

    @Override
    public LoadResult load(LoadSpec spec, LoadHooks hooks) throws InterruptedException {
        return loop.run(spec, hooks, progress -> {});
    }

    @Override
    public Map<String, String> versions() {
        return Map.of("postgresql", cluster.version(), "transport", loop.transport());
    }

    @Override
    public void checkAlive() {
        cluster.checkAlive();
    }

    @Override
    public void close() {
        try (dirs;
                cluster) {
            loop.close();
        }
    }
}
