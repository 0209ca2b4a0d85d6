package dev.hansom.lab.cpu;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The threads of one process whose names begin alike, for instance those of a pooler inside a service. What a thread had
 * used when it was last seen stays in the sum after it has ended. One caller at a time.
 */
final class NamedThreads implements CpuGroup {

    private final String name;
    private final ProcFs proc;
    private final long pid;
    private final String prefix;
    private final Map<Long, Long> fine = new HashMap<>();
    private final Map<Long, Long> ticks = new HashMap<>();

    NamedThreads(String name, ProcFs proc, long pid, String prefix) {
        this.name = name;
        this.proc = proc;
        this.pid = pid;
        this.prefix = prefix;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized CpuSample read() {
        boolean any = false;
        for (long tid : proc.threads(pid)) {
            if (proc.threadName(pid, tid).orElse("").startsWith(prefix)) {
                any = true;
                proc.threadNanos(pid, tid).ifPresent(nanos -> fine.merge(tid, nanos, Math::max));
                proc.threadStat(pid, tid)
                        .map(stat -> stat.own().meanNanos())
                        .ifPresent(nanos -> ticks.merge(tid, nanos, Math::max));
            }
        }
        if (!any) {
            throw new CpuReadException(
                    "process " + pid + " has no thread whose name begins with " + prefix
                            + (proc.stat(pid).isPresent() ? "" : ": the process is gone"),
                    null);
        }
        return CpuGroups.sample(
                fine.isEmpty() ? Optional.empty() : Optional.of(sum(fine)), sum(ticks), 2 * ticks.size());
    }

    private static long sum(Map<Long, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).sum();
    }
}
