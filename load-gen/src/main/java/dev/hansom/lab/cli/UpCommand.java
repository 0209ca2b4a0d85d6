package dev.hansom.lab.cli;

import dev.hansom.lab.stack.Cluster;
import dev.hansom.lab.stack.ClusterSettings;
import dev.hansom.lab.stack.LabDirs;
import dev.hansom.lab.stack.LaunchedStack;
import dev.hansom.lab.stack.StackException;
import dev.hansom.lab.stack.StackLauncher;
import dev.hansom.lab.stack.StackPorts;
import dev.hansom.lab.stack.StackSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lab up}: starts one stack, prints its addresses and keeps it up until Ctrl-C. */
@Command(
        name = "up",
        description = "Start PostgreSQL, the pooler and the API, print their addresses, keep them up until Ctrl-C.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
public final class UpCommand implements Callable<Integer> {

    private static final int TOOL_ERROR = 1;
    private static final long WATCH_MILLIS = 1000;

    @Spec
    @Nullable CommandSpec commandSpec;

    @Mixin
    StackOptions stackOptions = new StackOptions();

    @Option(names = "--port", description = "Port of the API on 127.0.0.1; 0 for any free one.")
    int port = 8080;

    @Option(names = "--pooler-port", description = "Port of the pooler on 127.0.0.1; 0 for any free one.")
    int poolerPort = 6432;

    @Option(names = "--postgres-port", description = "Port of the lab's own PostgreSQL; 0 for any free one.")
    int postgresPort = 0;

    @Option(
            names = "--postgres-url",
            description = "Use a server that runs: postgresql://user:password@host:port/database. The user must be"
                    + " allowed to create tables; the shop is loaded where it is missing.")
    @Nullable String postgresUrl;

    @Option(
            names = "--out",
            description = "Directory for logs and configuration (default: runs/up-DATE-TIME in the repository).",
            showDefaultValue = Visibility.NEVER)
    @Nullable Path out;

    @Override
    public Integer call() throws InterruptedException {
        StackSpec spec = stackOptions.spec();
        ClusterSettings settings = clusterSettings();
        PrintWriter console = command().commandLine().getOut();
        Path root = LabDirs.repositoryRoot();
        try (LabDirs dirs = LabDirs.open(root, out == null ? defaultOut(root) : out)) {
            try {
                console.println("starting; logs in " + dirs.logs());
                console.flush();
                Cluster cluster = Cluster.start(dirs, settings);
                StackPorts ports = new StackPorts(port, stackOptions.pooled() ? poolerPort : 0);
                LaunchedStack stack = new StackLauncher(dirs, cluster).start(spec, "up", ports);
                print(console, cluster, stack);
                return watch(cluster, stack);
            } catch (StackException e) {
                if (!dirs.closing()) {
                    PrintWriter errors = command().commandLine().getErr();
                    errors.println("lab: " + e.getMessage());
                    errors.flush();
                }
                return TOOL_ERROR;
            }
        }
    }

    /** Ends only when a process dies or the JVM is told to end. */
    private static int watch(Cluster cluster, LaunchedStack stack) throws InterruptedException {
        while (true) {
            Thread.sleep(WATCH_MILLIS);
            stack.checkAlive();
            cluster.checkAlive();
        }
    }

    private void print(PrintWriter console, Cluster cluster, LaunchedStack stack) {
        line(console, "API", stack.api() + "/orders/1");
        line(console, "OpenAPI", stack.api() + "/q/openapi");
        line(console, "API metrics", stack.api() + "/q/metrics");
        stack.poolerPort().ifPresent(p -> line(console, "pooler", psql("127.0.0.1", p, cluster)));
        stack.poolerMeters().ifPresent(m -> line(console, "pooler metrics", m.toString()));
        line(console, "PostgreSQL " + cluster.version(), psql(cluster.host(), cluster.port(), cluster));
        console.println("Ctrl-C stops everything.");
        console.flush();
    }

    private static void line(PrintWriter console, String what, String where) {
        console.printf("  %-16s %s%n", what, where);
    }

    private static String psql(String host, int port, Cluster cluster) {
        return "psql 'postgresql://" + cluster.user() + ":" + cluster.password() + "@" + host + ":" + port + "/"
                + cluster.database() + "'";
    }

    private ClusterSettings clusterSettings() {
        if (postgresUrl == null) {
            return ClusterSettings.embedded().withPort(postgresPort);
        }
        try {
            return ClusterSettings.external(postgresUrl);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command().commandLine(), e.getMessage(), e);
        }
    }

    private CommandSpec command() {
        if (commandSpec == null) {
            throw new IllegalStateException("picocli has not set the command up");
        }
        return commandSpec;
    }

    private static Path defaultOut(Path root) {
        return root.resolve("runs/up-"
                + LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")));
    }
}
