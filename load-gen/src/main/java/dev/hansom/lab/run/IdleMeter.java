package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.cpu.CpuSample;
import dev.hansom.lab.stack.RunningStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures what a warm stack costs while nobody asks it anything. At a fixed rate each request carries its part of that, the
 * larger the lower the rate: a figure of CPU per request is comparable between rates only net of it.
 */
final class IdleMeter {

    /** Long enough for timers of a second to show, short enough for the quick form. */
    static final Duration WINDOW = Duration.ofSeconds(3);

    private final Bench bench;
    private final Rounds.Pauser pauser;

    IdleMeter(Bench bench, Rounds.Pauser pauser) {
        this.bench = bench;
        this.pauser = pauser;
    }

    /** CPU time by group, in microseconds a second. */
    Map<String, Double> measure(RunningStack stack) throws InterruptedException {
        List<CpuGroup> groups = new ArrayList<>(stack.cpuGroups());
        groups.add(bench.postgres());
        List<CpuSample> before = groups.stream().map(CpuGroup::read).toList();
        long from = bench.machine().atNanos();
        pauser.pause(WINDOW);
        List<CpuSample> after = groups.stream().map(CpuGroup::read).toList();
        double seconds = (bench.machine().atNanos() - from) / 1e9;
        Map<String, Double> micros = new LinkedHashMap<>();
        for (int i = 0; i < groups.size(); i++) {
            micros.put(
                    groups.get(i).name(), (after.get(i).nanos() - before.get(i).nanos()) / 1e3 / seconds);
        }
        return micros;
    }
}
