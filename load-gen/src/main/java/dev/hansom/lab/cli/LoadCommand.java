package dev.hansom.lab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hansom.lab.cpu.OwnCpu;
import dev.hansom.lab.load.LoadHooks;
import dev.hansom.lab.load.LoadProgress;
import dev.hansom.lab.load.LoadResult;
import dev.hansom.lab.load.LoadSpec;
import dev.hansom.lab.load.OpenLoop;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code load}: sends requests at a fixed rate to one URL and prints what became of them. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sends requests at a fixed rate to a URL, whatever the answers do, and prints latencies from the moment each"
                    + " request was due (response) and from when it was sent (service)."
        },
        footer = {
            "",
            "Exit codes: 0 every request was answered with 2xx, 1 the tool failed, 2 bad options, 3 errors or dropped"
                    + " requests.",
            "",
            "Example: load 'http://127.0.0.1:8080/orders/{1..1000}' --rate 2000 --duration 30s"
        })
public final class LoadCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Parameters(
            paramLabel = "URL",
            description = "Where to, http only. {a..b} in it stands for a number drawn from a to b for each request.")
    private String url = "";

    @Option(
            names = {"-r", "--rate"},
            required = true,
            paramLabel = "R",
            description = "Requests a second.")
    private double rate;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long to measure, like 500ms, 30s, 2m. Default: 30s.")
    private Duration duration = Duration.ofSeconds(30);

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            description = "Keep-alive connections, one request at a time on each. Default: ${DEFAULT-VALUE}.")
    private int connections = 16;

    @Option(
            names = {"-w", "--warmup"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "The same load before, not measured. Default: 2s.")
    private Duration warmup = Duration.ofSeconds(2);

    @Option(
            names = {"-t", "--timeout"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "A request older than this is an error. Default: 5s.")
    private Duration timeout = Duration.ofSeconds(5);

    @Option(
            names = {"-m", "--method"},
            paramLabel = "NAME",
            description = "GET, POST, PUT, PATCH or DELETE. Default: GET, with a body POST.")
    private @Nullable String method;

    @Option(
            names = {"-b", "--body"},
            paramLabel = "JSON|@FILE",
            description = "What to send; {a..b} as in the URL.")
    private @Nullable String body;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "'NAME: VALUE'",
            description = "A header to send; may be given several times.")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            description = "Threads that send and receive. Default: ${DEFAULT-VALUE}.")
    private int eventLoops = 1;

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        StatusLine status = StatusLine.onStandardError();
        GeneratorCpu generator = new GeneratorCpu();
        try {
            LoadSpec spec = spec();
            checkLoops();
            try (OpenLoop load = OpenLoop.create(eventLoops)) {
                LoadResult result = load.run(spec, generator, progress -> status.show(line(progress)));
                status.clear();
                LoadReport report = new LoadReport(url, spec, result, load.transport(), generator.nanos());
                command.commandLine().getOut().print(json ? report.json() : report.text());
                command.commandLine().getOut().flush();
                return report.failed() ? ExitCode.FAILED : ExitCode.PASS;
            }
        } catch (IllegalArgumentException e) {
            status.clear();
            command.commandLine().getErr().println("load: " + e.getMessage());
            command.commandLine().getErr().flush();
            return ExitCode.BAD_CONFIGURATION;
        }
    }

    private void checkLoops() {
        if (eventLoops < 1 || eventLoops > 64) {
            throw new IllegalArgumentException("--event-loops must be between 1 and 64, not " + eventLoops);
        }
    }

    private LoadSpec spec() {
        String content = body == null ? "" : content(body);
        String verb = method == null ? (body == null ? "GET" : "POST") : method.toUpperCase(Locale.ROOT);
        LoadSpec.Request request = new LoadSpec.Request(verb, url, content, 1, headerMap());
        return new LoadSpec(List.of(request), rate, duration, warmup, connections, timeout);
    }

    private static String content(String body) {
        if (!body.startsWith("@")) {
            return body;
        }
        Path file = Path.of(body.substring(1));
        try {
            return Files.readString(file, UTF_8);
        } catch (MalformedInputException e) {
            throw new IllegalArgumentException("the body in " + file + " is not UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the body cannot be read from " + file + ": no such file, or no access", e);
        }
    }

    private Map<String, String> headerMap() {
        Map<String, String> map = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("not a header: " + header + " (write it like 'Name: value')");
            }
            map.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        return map;
    }

    private static String line(LoadProgress progress) {
        String phase = switch (progress.phase()) {
            case SETTLE -> "warming up";
            case MEASURE -> "measuring";
            case DRAIN -> "waiting for answers";
        };
        return String.format(
                Locale.ROOT,
                "%s  %d of %d s  due %d  answered %d  errors %d  outstanding %d",
                phase,
                Math.min(progress.elapsed().toSeconds(), progress.total().toSeconds()),
                progress.total().toSeconds(),
                progress.due(),
                progress.completed(),
                progress.errors(),
                progress.outstanding());
    }

    /** CPU time of this process over the window. */
    private static final class GeneratorCpu implements LoadHooks {

        private long start;
        private long end;

        @Override
        public void onWindowStart() {
            start = OwnCpu.nanos().orElse(0);
        }

        @Override
        public void onWindowEnd() {
            end = OwnCpu.nanos().orElse(0);
        }

        long nanos() {
            return end - start;
        }
    }
}
