package dev.hansom.lab.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One pass as it is kept in {@code passes/NNN.json}: raw readings only, everything else is computed from them.
 *
 * @param number from 1, in the order of running
 * @param round from 1
 * @param attempt 1, or more where an earlier pass of the same round and variant was void
 * @param variant its id
 * @param startedAt when its settle time began
 * @param rate requests a second that were asked for
 * @param requests that were due from before the first reading of statements and pooler counters to after the second: the
 *     settle time's and the window's
 * @param load counters of the window
 * @param cpu readings at both ends of the window
 * @param machineStart at the start of the window
 * @param machineEnd at its end
 * @param pooler what the pooler counted over {@code requests}, by meter name; empty without a pooler
 * @param statements what the server counted over {@code requests}
 * @param voidReasons what makes this pass void by itself; reasons that need its pair are only in the summary
 */
public record PassRecord(
        int number,
        int round,
        int attempt,
        String variant,
        Instant startedAt,
        double rate,
        long requests,
        LoadCounts load,
        List<CpuSpan> cpu,
        MachineSample machineStart,
        MachineSample machineEnd,
        Map<String, Double> pooler,
        StatementTally statements,
        List<VoidReason> voidReasons) {

    /** Name of the sum of all groups. */
    public static final String STACK = "stack";

    /** All that there can be, in the order of tables. */
    public static final List<String> GROUPS = List.of("api", "pooler", "postgres", STACK);

    public PassRecord {
        cpu = List.copyOf(cpu);
        pooler = new TreeMap<>(pooler);
        voidReasons = List.copyOf(voidReasons);
    }

    PassRecord withVoidReasons(List<VoidReason> reasons) {
        return new PassRecord(
                number,
                round,
                attempt,
                variant,
                startedAt,
                rate,
                requests,
                load,
                cpu,
                machineStart,
                machineEnd,
                pooler,
                statements,
                reasons);
    }

    /**
     * CPU microseconds a request, gross.
     *
     * @param group a group's name or {@link #STACK}
     * @return empty where there is no such group or nothing was answered
     */
    public Optional<Double> microsPerRequest(String group) {
        if (load.completed() == 0 || cpu.isEmpty()) {
            return Optional.empty();
        }
        List<CpuSpan> spans = cpu.stream()
                .filter(s -> group.equals(STACK) || s.group().equals(group))
                .toList();
        return spans.isEmpty()
                ? Optional.empty()
                : Optional.of(spans.stream().mapToLong(CpuSpan::nanos).sum() / 1e3 / load.completed());
    }

    /** Share of the machine's CPU time inside the window, 0 to 1. */
    @JsonIgnore
    public double busyShare() {
        return share(machineEnd.busyNanos() - machineStart.busyNanos());
    }

    /** The same for CPU time the hypervisor took. */
    @JsonIgnore
    public double stealShare() {
        return share(machineEnd.stealNanos() - machineStart.stealNanos());
    }

    /** The same for CPU time that neither the stack's groups nor the load generator account for. */
    @JsonIgnore
    public double foreignShare() {
        long known = cpu.stream().mapToLong(CpuSpan::nanos).sum()
                + machineEnd.generatorNanos()
                - machineStart.generatorNanos();
        return share(Math.max(0, machineEnd.busyNanos() - machineStart.busyNanos() - known));
    }

    /** Share of the window in which some task waited for a CPU; empty where the kernel does not tell. */
    @JsonIgnore
    public Optional<Double> pressure() {
        if (machineStart.pressureNanos() < 0 || machineEnd.pressureNanos() < 0) {
            return Optional.empty();
        }
        return Optional.of((machineEnd.pressureNanos() - machineStart.pressureNanos())
                / (double) Math.max(1, machineEnd.atNanos() - machineStart.atNanos()));
    }

    private double share(long nanos) {
        long total = machineEnd.totalNanos() - machineStart.totalNanos();
        return total == 0 ? 0 : nanos / (double) total;
    }
}
