package dev.hansom.lab.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds out what a run happens on: machine, system, JDK and the state of the source tree. Runs once, before a run. */
public final class EnvironmentProbe {

    private static final String UNKNOWN = "unknown";

    private final Path proc;
    private final Path etc;

    private EnvironmentProbe(Path proc, Path etc) {
        this.proc = proc;
        this.etc = etc;
    }

    /** Of this machine. */
    public static EnvironmentProbe system() {
        return new EnvironmentProbe(Path.of("/proc"), Path.of("/etc"));
    }

    static EnvironmentProbe of(Path proc, Path etc) {
        return new EnvironmentProbe(proc, etc);
    }

    /**
     * What it found, in the order reports print it.
     *
     * @param command that would do the same again
     * @param root of the source tree
     */
    public Map<String, Object> read(String command, Path root) {
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("command", command);
        found.put("commit", commit(root));
        found.put(
                "cpu",
                value(proc.resolve("cpuinfo"), "model name", ":").orElse(System.getProperty("os.arch", UNKNOWN)));
        found.put("cores", Runtime.getRuntime().availableProcessors());
        found.put(
                "memory",
                value(proc.resolve("meminfo"), "MemTotal", ":")
                        .map(EnvironmentProbe::gibibytes)
                        .orElse(UNKNOWN));
        found.put(
                "virtual",
                text(proc.resolve("cpuinfo"))
                        .map(t -> t.contains(" hypervisor"))
                        .orElse(false));
        found.put(
                "system",
                value(etc.resolve("os-release"), "PRETTY_NAME", "=")
                        .map(v -> v.replace("\"", ""))
                        .orElse(UNKNOWN));
        found.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        found.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        return found;
    }

    /** The commit of the source tree, with {@code -dirty} where files differ from it; unknown outside a clone. */
    private static String commit(Path root) {
        ProcessBuilder git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = git.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0 ? out : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    private static Optional<String> value(Path file, String key, String separator) {
        return text(file)
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith(key) && line.contains(separator))
                        .map(line -> line.substring(line.indexOf(separator) + 1).strip())
                        .findFirst());
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String gibibytes(String kibibytes) {
        long number = Long.parseLong(kibibytes.replaceAll("\\D", ""));
        return String.format(Locale.ROOT, "%.1f GiB", number / 1024.0 / 1024.0);
    }
}
