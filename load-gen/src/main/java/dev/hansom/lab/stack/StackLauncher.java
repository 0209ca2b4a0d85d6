package dev.hansom.lab.stack;

import dev.hansom.lab.cpu.Cgroup;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Starts the API, and the pooler where there is one, on a cluster. Several stacks may be up together. Used by the thread
 * that runs the lab.
 */
public final class StackLauncher {

    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final int PORT_TRIES = 3;

    private final LabDirs dirs;
    private final Cluster cluster;
    private final Http http = new Http();

    public StackLauncher(LabDirs dirs, Cluster cluster) {
        this.dirs = dirs;
        this.cluster = cluster;
    }

    /**
     * Starts a stack on ports that the system chooses and returns when it answers.
     *
     * @param name for logs and processes, unique among the stacks that are up
     * @throws StackException where a process does not come up; nothing of the stack runs then
     */
    public LaunchedStack start(StackSpec spec, String name) {
        return start(spec, name, StackPorts.ANY);
    }

    /** The same on ports that may be given. */
    public LaunchedStack start(StackSpec spec, String name, StackPorts ports) {
        Optional<Sidecar> pooler = Optional.empty();
        try {
            if (spec.topology() == StackSpec.Topology.SIDECAR) {
                pooler = Optional.of(sidecar(spec, name, ports.pooler()));
            }
            return api(spec, name, ports, pooler);
        } catch (StackException e) {
            pooler.ifPresent(p -> p.service().stop(dirs.children()));
            throw e;
        }
    }

    private Sidecar sidecar(StackSpec spec, String name, int wantedPort) {
        String process = name + "-pooler";
        Path program = built("pooler/sidecar/bin/hansom", "pooler/sidecar");
        built("pooler/sidecar/target/quarkus-app/quarkus-run.jar", "pooler/sidecar");
        Path work = dirs.work().resolve(process);
        return onPort(wantedPort, "the pooler", port -> {
            int httpPort = Ports.free();
            Map<String, String> environment = Map.of(
                    "JAVA_HOME", Jvm.home().toString(),
                    "JDK_JAVA_OPTIONS", Jvm.flagsForEnvironment(work),
                    "QUARKUS_HTTP_HOST", "127.0.0.1",
                    "QUARKUS_HTTP_PORT", Integer.toString(httpPort));
            PoolerIni ini = PoolerIni.write(dirs, cluster, spec, process, port);
            Service service = start(
                    process,
                    ChildSpec.Role.POOLER,
                    List.of(program.toString(), ini.file().toString()),
                    environment,
                    httpPort);
            return new Sidecar(service, ini);
        });
    }

    private LaunchedStack api(StackSpec spec, String name, StackPorts ports, Optional<Sidecar> sidecar) {
        String process = name + "-api";
        Path program = built("api-service/target/quarkus-app/quarkus-run.jar", "api-service");
        Path work = dirs.work().resolve(process);
        boolean embedded = spec.topology() == StackSpec.Topology.EMBEDDED;
        return onPort(ports.api(), "the API", port -> {
            Optional<PoolerIni> ini = embedded
                    ? Optional.of(PoolerIni.write(
                            dirs, cluster, spec, name + "-pooler", Ports.choose(ports.pooler(), "the pooler")))
                    : sidecar.map(Sidecar::ini);
            ApiSettings settings = new ApiSettings(
                    cluster,
                    spec,
                    port,
                    ini.map(PoolerIni::port).orElse(0),
                    embedded ? ini.map(PoolerIni::file) : Optional.empty());
            List<String> command = new ArrayList<>();
            command.add(Jvm.java().toString());
            command.addAll(Jvm.flags(work));
            settings.properties().forEach((key, value) -> command.add("-D" + key + "=" + value));
            command.addAll(List.of("-jar", program.toString()));
            Service api = start(process, ChildSpec.Role.API, command, settings.environment(), port);
            return new LaunchedStack(spec, api, sidecar.map(Sidecar::service), ini, http, dirs.children());
        });
    }

    private Service start(
            String name, ChildSpec.Role role, List<String> command, Map<String, String> environment, int httpPort) {
        Optional<Cgroup> cgroup = dirs.placement().cgroup(name);
        Child child = dirs.children()
                .start(new ChildSpec(name, role, command, environment, dirs.root(), cgroup.map(Cgroup::directory)));
        Service service = new Service(child, cgroup, URI.create("http://127.0.0.1:" + httpPort));
        URI ready = service.http().resolve("/q/health/ready");
        try {
            Await.until(START_LIMIT, child, "is not ready at " + ready, () -> http.answers(ready));
            return service;
        } catch (StackException e) {
            boolean taken = !child.alive() && child.logged("Address already in use", "seems to be in use");
            service.stop(dirs.children());
            throw taken ? new PortTakenException(e) : e;
        }
    }

    /** Between the choice of a free port and its use another program may take it, so tries again on the next. */
    private static <T> T onPort(int wanted, String what, IntFunction<T> start) {
        for (int attempt = 1; ; attempt++) {
            try {
                return start.apply(Ports.choose(wanted, what));
            } catch (PortTakenException e) {
                if (wanted != 0 || attempt == PORT_TRIES) {
                    throw e.failure;
                }
            }
        }
    }

    /**
     * A sidecar that is up.
     *
     * @param service its process
     * @param ini its configuration
     */
    private record Sidecar(Service service, PoolerIni ini) {}

    /** A program of this repository. */
    private Path built(String path, String module) {
        Path program = dirs.root().resolve(path);
        if (!Files.isRegularFile(program)) {
            throw new StackException(program + " is missing: start the lab by the script at the repository's root, or"
                    + " build it with ./mvnw -DskipTests -pl " + module + " -am package");
        }
        return program;
    }

    /** A process could not listen on a port that was free a moment ago. */
    private static final class PortTakenException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient StackException failure;

        PortTakenException(StackException failure) {
            super(failure);
            this.failure = failure;
        }
    }
}
