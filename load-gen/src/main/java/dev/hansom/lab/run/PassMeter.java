package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.cpu.CpuSample;
import dev.hansom.lab.load.LoadHooks;
import dev.hansom.lab.load.LoadResult;
import dev.hansom.lab.load.LoadSpec;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.stack.RunningStack;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures one pass on a stack that is up. CPU and machine are read at the very ends of the window; what has to be asked of
 * the pooler and the server is read while no load runs, before the settle time and after the last answer, because asking
 * costs CPU in the groups that are measured.
 */
final class PassMeter {

    private final Bench bench;
    private final Clock clock;

    PassMeter(Bench bench, Clock clock) {
        this.bench = bench;
        this.clock = clock;
    }

    PassRecord measure(int number, int round, int attempt, Variant variant, RunningStack stack, LoadSpec load)
            throws InterruptedException {
        Instant startedAt = clock.instant();
        stack.apiReset(variant.apiReset());
        List<CpuGroup> groups = new ArrayList<>(stack.cpuGroups());
        groups.add(bench.postgres());
        Map<String, Double> poolerBefore = stack.poolerCounters();
        StatementTally statementsBefore = bench.statements();
        Ends ends = new Ends(groups);
        LoadResult result = bench.load(load, ends);
        StatementTally statements = bench.statements().since(statementsBefore);
        Map<String, Double> pooler = new LinkedHashMap<>(stack.poolerCounters());
        pooler.replaceAll((name, value) -> value - poolerBefore.getOrDefault(name, 0.0));
        long settling = Math.round(load.settle().toNanos() * load.rate() / 1e9);
        PassRecord pass = new PassRecord(
                number,
                round,
                attempt,
                variant.id(),
                startedAt,
                load.rate(),
                settling + result.due(),
                LoadCounts.of(result),
                ends.spans(),
                ends.machineStart(),
                ends.machineEnd(),
                pooler,
                statements,
                List.of());
        return pass.withVoidReasons(Validity.own(pass));
    }

    /** Reads everything at both ends. */
    private final class Ends implements LoadHooks {

        private final List<CpuGroup> groups;
        private final List<CpuSample> starts = new ArrayList<>();
        private final List<CpuSample> ends = new ArrayList<>();
        private @Nullable MachineSample machineStart;
        private @Nullable MachineSample machineEnd;

        Ends(List<CpuGroup> groups) {
            this.groups = List.copyOf(groups);
        }

        @Override
        public void onWindowStart() {
            machineStart = bench.machine();
            groups.forEach(group -> starts.add(group.read()));
        }

        @Override
        public void onWindowEnd() {
            groups.forEach(group -> ends.add(group.read()));
            machineEnd = bench.machine();
        }

        List<CpuSpan> spans() {
            List<CpuSpan> spans = new ArrayList<>();
            for (int i = 0; i < groups.size(); i++) {
                spans.add(new CpuSpan(groups.get(i).name(), starts.get(i), ends.get(i)));
            }
            return spans;
        }

        MachineSample machineStart() {
            return read(machineStart);
        }

        MachineSample machineEnd() {
            return read(machineEnd);
        }

        private MachineSample read(@Nullable MachineSample sample) {
            if (sample == null) {
                throw new IllegalStateException("the load ended without its window");
            }
            return sample;
        }
    }
}
