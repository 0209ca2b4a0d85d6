package dev.hansom.lab.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.cpu.CpuGroups;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A stack of processes of ours. Used by the thread that runs the lab. */
public final class LaunchedStack implements RunningStack {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** The names of the event loops an embedded pooler runs on begin with this. */
    private static final String POOLER_THREADS = "hansom-";

    /** So begin the names of HotSpot's compiler threads. */
    private static final List<String> COMPILERS = List.of("C1 Comp", "C2 Comp");

    private static final String POOLER_METERS = "hansom_pooler_";

    private final StackSpec spec;
    private final Service api;
    private final Optional<Service> sidecar;
    private final Optional<PoolerIni> ini;
    private final Http http;
    private final Children children;
    private final CpuGroup compilers;

    LaunchedStack(
            StackSpec spec,
            Service api,
            Optional<Service> sidecar,
            Optional<PoolerIni> ini,
            Http http,
            Children children) {
        this.spec = spec;
        this.api = api;
        this.sidecar = sidecar;
        this.ini = ini;
        this.http = http;
        this.children = children;
        this.compilers = CpuGroups.sum(
                "compilers",
                Stream.concat(Stream.of(api), sidecar.stream())
                        .map(service -> service.child().pid())
                        .flatMap(pid -> COMPILERS.stream().map(name -> CpuGroups.threads("compilers", pid, name)))
                        .toList());
    }

    @Override
    public StackSpec spec() {
        return spec;
    }

    @Override
    public URI api() {
        return api.http();
    }

    /** The port of 127.0.0.1 where the pooler takes clients; empty where there is none. */
    public Optional<Integer> poolerPort() {
        return ini.map(PoolerIni::port);
    }

    /** Where the pooler's meters are: the sidecar's, or the API's where it is embedded; empty where there is none. */
    public Optional<URI> poolerMeters() {
        return switch (spec.topology()) {
            case DIRECT -> Optional.empty();
            case EMBEDDED -> Optional.of(api.http().resolve("/q/metrics"));
            case SIDECAR -> sidecar.map(s -> s.http().resolve("/q/metrics"));
        };
    }

    @Override
    public List<CpuGroup> cpuGroups() {
        CpuGroup whole = CpuGroups.process("api", api.cgroup(), api.child().pid());
        return switch (spec.topology()) {
            case DIRECT -> List.of(whole);
            case EMBEDDED -> {
                CpuGroup pooler = CpuGroups.threads("pooler", api.child().pid(), POOLER_THREADS);
                yield List.of(CpuGroups.without("api", whole, pooler), pooler);
            }
            case SIDECAR -> {
                Service pooler = sidecar.orElseThrow();
                yield List.of(
                        whole,
                        CpuGroups.process(
                                "pooler", pooler.cgroup(), pooler.child().pid()));
            }
        };
    }

    @Override
    public Duration compilerTime() {
        return Duration.ofNanos(compilers.read().nanos());
    }

    @Override
    public void apiReset(StackSpec.ApiReset reset) {
        http.put(api.http().resolve("/lab/reset"), ApiSettings.key(reset));
    }

    @Override
    public Map<String, Double> poolerCounters() {
        return poolerMeters()
                .map(meters -> Meters.sum(http.get(meters), POOLER_METERS))
                .orElse(Map.of());
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> all = new TreeMap<>();
        try {
            JsonNode reported = JSON.readTree(http.get(api.http().resolve("/lab/settings")));
            for (Map.Entry<String, JsonNode> field : reported.properties()) {
                all.put("api." + field.getKey(), field.getValue().asText());
            }
        } catch (JsonProcessingException e) {
            throw new StackException("the API's /lab/settings is not JSON: " + e.getOriginalMessage(), e);
        }
        ini.ifPresent(i -> all.put("pooler.ini", i.text()));
        return all;
    }

    @Override
    public void checkAlive() {
        sidecar.ifPresent(s -> s.child().checkAlive());
        api.child().checkAlive();
    }

    @Override
    public void close() {
        api.stop(children);
        sidecar.ifPresent(s -> s.stop(children));
    }
}
