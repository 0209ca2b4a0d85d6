package dev.hansom.lab.cpu;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes groups. A group reads two sources where the machine has two; see docs/measuring.md for which and why. */
public final class CpuGroups {

    static final String CGROUP = "cgroup";
    static final String SCHEDSTAT = "schedstat";
    static final String STAT = "stat";
    static final String NO_SOURCE = "none";

    private CpuGroups() {}

    /** Whether this system tells the CPU time of processes at all. */
    public static boolean supported() {
        return ProcFs.system().present();
    }

    /**
     * A process with all that it starts, and ended children too.
     *
     * @param cgroup the cgroup it was started in by {@link Cgroup#wrap}; empty where there is none
     * @param pid the process
     */
    public static CpuGroup process(String name, Optional<Cgroup> cgroup, long pid) {
        return process(name, cgroup, ProcFs.system(), pid);
    }

    static CpuGroup process(String name, Optional<Cgroup> cgroup, ProcFs proc, long pid) {
        ProcessTree tree = new ProcessTree(proc, pid);
        return new Group(name, () -> {
            if (cgroup.isEmpty()) {
                ProcessTree.Reading reading = tree.read();
                return sample(reading.fineNanos(), reading.tickNanos(), reading.ticks());
            }
            // The one that counts first: the tree takes some milliseconds.
            long nanos = cgroup.get().usageNanos();
            ProcessTree.Reading reading = tree.read();
            return reading.fineNanos().isPresent()
                    ? new CpuSample(nanos, CGROUP, reading.fineNanos().get(), SCHEDSTAT, reading.fineTicks())
                    : new CpuSample(nanos, CGROUP, reading.tickNanos(), STAT, reading.ticks());
        });
    }

    /**
     * The threads of a process whose names begin with that prefix.
     *
     * @param prefix at most 7 characters: the JVM shortens longer thread names in their middle
     */
    public static CpuGroup threads(String name, long pid, String prefix) {
        return new NamedThreads(name, ProcFs.system(), pid, prefix);
    }

    /** A group without a part of it, for instance a service without the pooler inside it. */
    public static CpuGroup without(String name, CpuGroup whole, CpuGroup part) {
        return new Group(name, () -> {
            CpuSample less = part.read();
            CpuSample all = whole.read();
            return new CpuSample(
                    all.nanos() - less.nanos(),
                    all.source(),
                    all.checkNanos() - less.checkNanos(),
                    all.checkSource(),
                    all.checkTicks() + less.checkTicks());
        });
    }

    /** Several groups as one figure. */
    public static CpuGroup sum(String name, List<CpuGroup> parts) {
        List<CpuGroup> fixed = List.copyOf(parts);
        if (fixed.isEmpty()) {
            throw new IllegalArgumentException("the group " + name + " has no parts");
        }
        return new Group(
                name,
                () -> fixed.stream()
                        .map(CpuGroup::read)
                        .reduce((a, b) -> new CpuSample(
                                a.nanos() + b.nanos(),
                                a.source(),
                                a.checkNanos() + b.checkNanos(),
                                a.checkSource(),
                                a.checkTicks() + b.checkTicks()))
                        .orElseThrow());
    }

    static CpuSample sample(Optional<Long> fineNanos, long tickNanos, int ticks) {
        return fineNanos
                .map(fine -> new CpuSample(fine, SCHEDSTAT, tickNanos, STAT, ticks))
                .orElseGet(() -> new CpuSample(tickNanos, STAT, tickNanos, NO_SOURCE, ticks));
    }

    private record Group(String name, Supplier<CpuSample> reader) implements CpuGroup {

        @Override
        public CpuSample read() {
            return reader.get();
        }
    }
}
