package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.cpu.CpuSample;
import dev.hansom.lab.load.LoadHooks;
import dev.hansom.lab.load.LoadResult;
import dev.hansom.lab.load.LoadSpec;
import dev.hansom.lab.stack.RunningStack;
import dev.hansom.lab.stack.StackSpec;
import dev.hansom.lab.stack.StackSpec.ApiReset;
import dev.hansom.lab.stack.StackSpec.Topology;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/**
 * A world in which a request costs what a table says, plus a wobble by the number of the load; time passes only while a load
 * runs or a stack starts.
 */
public final class FakeBench extends Clock implements Bench {

    private static final Map<ApiReset, Double> COST = new EnumMap<>(Map.of(
            ApiReset.NONE, 1.00,
            ApiReset.NARROW, 1.06,
            ApiReset.NARROW_DISCARD_PLANS, 1.20,
            ApiReset.DISCARD_ALL, 1.50));

    /** What happened, in order. */
    public final List<String> log = new ArrayList<>();

    /** Changes the outcome of a load; counted from 1, warm-ups too. */
    public interface Disturbance {
        LoadResult apply(int load, LoadResult result) throws InterruptedException;
    }

    public Disturbance disturbance = (load, result) -> result;
    public int foreignPercent;
    public int diesAtLoad = Integer.MAX_VALUE;
    public int stopsAnsweringAtLoad = Integer.MAX_VALUE;

    /** What the compilers use in a load, counted from 1. */
    public IntFunction<Duration> compiling = load -> Duration.ZERO;

    /** What the API uses without load, microseconds a second. */
    public long idleMicros;

    private Duration compilers = Duration.ZERO;
    private int compiled;
    private long now;
    private long api;
    private long pooler;
    private long postgres;
    private long busy;
    private long queries;
    private long resets;
    private double clientParses;
    private double serverParses;
    private int loads;
    private ApiReset reset = ApiReset.NONE;
    private Topology topology = Topology.DIRECT;

    @Override
    public RunningStack start(StackSpec spec, String name) {
        log.add("start " + name);
        now += Duration.ofSeconds(3).toNanos();
        return new FakeStack(spec, name);
    }

    @Override
    public CpuGroup postgres() {
        return group("postgres");
    }

    @Override
    public StatementTally statements() {
        return new StatementTally("fake", queries, 0, resets);
    }

    @Override
    public MachineSample machine() {
        return new MachineSample(now, 2 * now, busy, 0, 0, 0);
    }

    @Override
    public LoadResult load(LoadSpec spec, LoadHooks hooks) throws InterruptedException {
        loads++;
        topology = spec.requests().get(0).uri().contains("direct") ? Topology.DIRECT : Topology.SIDECAR;
        spend(Math.round(spec.rate() * spec.settle().toNanos() / 1e9), spec.settle());
        hooks.onWindowStart();
        long due = Math.round(spec.rate() * spec.duration().toNanos() / 1e9);
        long from = now;
        spend(due, spec.duration());
        hooks.onWindowEnd();
        return disturbance.apply(loads, result(from, now, due, due, Map.of(), 0));
    }

    /** A result in which each answer took 2 ms. */
    public static LoadResult result(long from, long to, long due, long completed, Map<String, Long> errors, long late) {
        Histogram times = new Histogram(3);
        times.recordValueWithCount(2_000_000, completed);
        return new LoadResult(from, to, due, due, completed, errors, late, 0, 0, 0, times, times, times, 0, Map.of());
    }

    /** A result that went wrong in one way. */
    public static LoadResult with(LoadResult good, Map<String, Long> errors, long late) {
        return result(good.windowStartNanos(), good.windowEndNanos(), good.due(), good.completed(), errors, late);
    }

    private void spend(long requests, Duration time) {
        double factor = COST.get(reset) * (1 + 0.004 * Math.sin(loads * 2.3));
        long one = Math.round(requests * 500_000L * factor);
        api += one;
        postgres += one;
        busy += 2 * one;
        if (topology != Topology.DIRECT) {
            pooler += one / 2;
            busy += one / 2;
            clientParses += 4 * requests;
            serverParses += reset == ApiReset.DISCARD_ALL ? 3.5 * requests : 0;
        }
        queries += 4 * requests;
        resets += reset == ApiReset.NONE ? 0 : reset == ApiReset.DISCARD_ALL ? requests : 7 * requests;
        busy += time.toNanos() * 2 * foreignPercent / 100;
        now += time.toNanos();
    }

    @Override
    public Map<String, String> versions() {
        return Map.of("postgresql", "99.1");
    }

    @Override
    public void checkAlive() {
        if (loads >= diesAtLoad) {
            throw new RunException("PostgreSQL has died with exit code 2; its log ends: FATAL: out of coffee", null);
        }
    }

    @Override
    public void close() {
        log.add("close");
    }

    @Override
    public Instant instant() {
        return Instant.parse("2026-03-01T12:00:00Z").plusNanos(now);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    /** Time passes without load. */
    public void pass(Duration duration) {
        api += idleMicros * duration.toMillis();
        now += duration.toNanos();
    }

    private CpuGroup group(String name) {
        return new CpuGroup() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public CpuSample read() {
                long nanos = switch (name) {
                    case "api" -> api;
                    case "pooler" -> pooler;
                    default -> postgres;
                };
                return new CpuSample(nanos, "first", nanos, "second", 0);
            }
        };
    }

    private final class FakeStack implements RunningStack {

        private final StackSpec spec;
        private final String name;

        FakeStack(StackSpec spec, String name) {
            this.spec = spec;
            this.name = name;
        }

        @Override
        public StackSpec spec() {
            return spec;
        }

        @Override
        public URI api() {
            return URI.create("http://" + (spec.topology() == Topology.DIRECT ? "direct" : "pooled") + ":1/");
        }

        @Override
        public List<CpuGroup> cpuGroups() {
            return spec.topology() == Topology.DIRECT ? List.of(group("api")) : List.of(group("api"), group("pooler"));
        }

        @Override
        public Duration compilerTime() {
            for (; compiled < loads; compiled++) {
                compilers = compilers.plus(compiling.apply(compiled + 1));
            }
            return compilers;
        }

        @Override
        public void apiReset(ApiReset wanted) {
            reset = wanted;
            log.add("reset " + wanted);
        }

        @Override
        public Map<String, Double> poolerCounters() {
            return spec.topology() == Topology.DIRECT
                    ? Map.of()
                    : Map.of(PoolerMeters.CLIENT_PARSES, clientParses, PoolerMeters.SERVER_PARSES, serverParses);
        }

        @Override
        public Map<String, String> settings() {
            return Map.of("pool_size", Integer.toString(spec.poolSize()));
        }

        @Override
        public void checkAlive() {
            if (loads >= stopsAnsweringAtLoad) {
                throw new RunException("the API (" + name + ") has died", null);
            }
        }

        @Override
        public void close() {
            log.add("stop " + name);
        }
    }
}
