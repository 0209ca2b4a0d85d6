package dev.hansom.lab.cpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CPU time of a process and everything it has started: of those alive, and of those that ended and were waited for, which
 * the kernel adds to their parent. Nothing else finds the backends that were born and died between two readings.
 */
final class ProcessTree {

    private static final int ATTEMPTS = 5;

    private final ProcFs proc;
    private final long root;

    ProcessTree(ProcFs proc, long root) {
        this.proc = proc;
        this.root = root;
    }

    /**
     * Both readings of one moment.
     *
     * @param fineNanos by schedstat; of each process the larger of schedstat, which misses threads that ended, and of
     *     stat, which is cut to ticks: neither is ever above the truth. Empty where the kernel has no schedstat
     * @param fineTicks values in {@code fineNanos} that are cut to ticks
     * @param tickNanos by stat alone
     * @param ticks values in it
     */
    record Reading(Optional<Long> fineNanos, int fineTicks, long tickNanos, int ticks) {}

    /** @throws CpuReadException where the process is gone */
    Reading read() {
        List<ProcFs.Stat> before = members();
        for (int attempt = 1; ; attempt++) {
            Reading reading = sum(before);
            List<ProcFs.Stat> after = members();
            // A child that ended meanwhile was counted twice or not at all.
            if (attempt == ATTEMPTS || same(before, after)) {
                return reading;
            }
            before = after;
        }
    }

    private Reading sum(List<ProcFs.Stat> members) {
        long fine = 0;
        int fineTicks = 0;
        boolean anyFine = false;
        long ticks = 0;
        int tickValues = 0;
        for (ProcFs.Stat found : members) {
            Optional<Long> nanos = proc.processNanos(found);
            // Read again, for both sources to be of the same moment.
            ProcFs.Stat member = proc.stat(found.pid()).orElse(found);
            long own = member.own().floorNanos();
            anyFine |= nanos.isPresent();
            fine += Math.max(nanos.orElse(0L), own) + member.reaped().meanNanos();
            fineTicks += member.reaped().values()
                    + (nanos.orElse(0L) < own ? member.own().values() : 0);
            ticks += member.own().meanNanos() + member.reaped().meanNanos();
            tickValues += member.own().values() + member.reaped().values();
        }
        return new Reading(anyFine ? Optional.of(fine) : Optional.empty(), fineTicks, ticks, tickValues);
    }

    private static boolean same(List<ProcFs.Stat> before, List<ProcFs.Stat> after) {
        if (before.size() != after.size()) {
            return false;
        }
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).pid() != after.get(i).pid()
                    || !before.get(i).reaped().equals(after.get(i).reaped())) {
                return false;
            }
        }
        return true;
    }

    /** The process first, then its descendants, in a stable order. */
    private List<ProcFs.Stat> members() {
        Map<Long, ProcFs.Stat> all = proc.processes();
        ProcFs.Stat first = all.get(root);
        if (first == null) {
            throw new CpuReadException(
                    proc.present()
                            ? "process " + root + " is gone: its CPU time cannot be read"
                            : "CPU time of processes is read from /proc, which this system does not have: use Linux",
                    null);
        }
        Map<Long, List<ProcFs.Stat>> children = new HashMap<>();
        all.values().stream()
                .sorted((a, b) -> Long.compare(a.pid(), b.pid()))
                .forEach(stat -> children.computeIfAbsent(stat.parent(), parent -> new ArrayList<>())
                        .add(stat));
        List<ProcFs.Stat> members = new ArrayList<>(List.of(first));
        for (int i = 0; i < members.size(); i++) {
            members.addAll(children.getOrDefault(members.get(i).pid(), List.of()));
        }
        return members;
    }
}
