package dev.hansom.sidecar;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One run of {@code bin/hansom} as a user starts it; two threads read what it writes. Killed on close. */
final class SidecarProcess implements AutoCloseable {

    private static final Path PROGRAM = Path.of("bin/hansom").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Process process;
    private final Output out;
    private final Output err;

    private SidecarProcess(int httpPort, String... arguments) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(Stream.concat(Stream.of(PROGRAM.toString()), Arrays.stream(arguments))
                        .toList());
        builder.environment().put("QUARKUS_HTTP_PORT", Integer.toString(httpPort));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("JAVA_OPTS");
        this.process = builder.start();
        this.out = new Output(process.getInputStream());
        this.err = new Output(process.getErrorStream());
    }

    static SidecarProcess start(String... arguments) throws IOException {
        return startWithHttpPort(0, arguments);
    }

    static SidecarProcess startWithHttpPort(int httpPort, String... arguments) throws IOException {
        return new SidecarProcess(httpPort, arguments);
    }

    /** Waits for a line that holds the pattern, and answers its first group. */
    String awaitLog(String pattern) throws InterruptedException {
        return out.await(Pattern.compile(pattern));
    }

    long pid() {
        return process.pid();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
    }

    /** True where whoever started this JVM switched a signal off, as a shell does for what it runs in the background. */
    boolean ignores(int signal) throws IOException {
        Path status = Path.of("/proc/" + pid() + "/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .mapToLong(line -> Long.parseUnsignedLong(line.split("\\s+")[1], 16))
                        .anyMatch(mask -> (mask >>> (signal - 1) & 1) == 1);
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("still running; it wrote " + out.lines() + err.lines());
        }
        return process.exitValue();
    }

    /** All lines of standard output, once the process has ended. */
    List<String> out() throws InterruptedException {
        return out.all();
    }

    /** All lines of standard error, once the process has ended. */
    List<String> err() throws InterruptedException {
        return err.all();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    private static final class Output {

        private final List<String> lines = new ArrayList<>();
        private final Thread reader;
        private boolean ended;

        Output(InputStream stream) {
            reader = new Thread(() -> read(stream), "sidecar output");
            reader.setDaemon(true);
            reader.start();
        }

        private void read(InputStream stream) {
            try (BufferedReader text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = text.readLine(); line != null; line = text.readLine()) {
                    add(line);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                end();
            }
        }

        private synchronized void add(String line) {
            lines.add(line);
            notifyAll();
        }

        private synchronized void end() {
            ended = true;
            notifyAll();
        }

        synchronized List<String> lines() {
            return List.copyOf(lines);
        }

        List<String> all() throws InterruptedException {
            reader.join(PATIENCE.toMillis());
            return lines();
        }

        synchronized String await(Pattern pattern) throws InterruptedException {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            for (int next = 0; ; ) {
                for (; next < lines.size(); next++) {
                    Matcher matcher = pattern.matcher(lines.get(next));
                    if (matcher.find()) {
                        return matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
                    }
                }
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (ended || left <= 0) {
                    throw new AssertionError("no line with " + pattern + " in " + lines);
                }
                wait(left);
            }
        }
    }
}
