package dev.hansom.lab.cli;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs and ports that a stack needs. */
final class ProgramFindings {

    private static final int PORTS = 8;
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)[.0-9]*");

    private ProgramFindings() {}

    static List<Finding> all() throws InterruptedException {
        return List.of(ports(), postgres(), pgbouncer());
    }

    private static Finding ports() {
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < PORTS; i++) {
                open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return Finding.ok("ports", PORTS + " free ones opened on loopback", Map.of("opened", PORTS));
        } catch (IOException e) {
            return Finding.fail(
                    "ports",
                    "no more than " + open.size() + " ports could be opened on loopback: " + e.getMessage(),
                    "a stack needs " + PORTS + ": allow this user to listen on 127.0.0.1",
                    Map.of("opened", open.size()));
        } finally {
            open.forEach(ProgramFindings::close);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a listening socket does not close", e);
        }
    }

    private static Finding postgres() {
        Optional<Path> installed = find("postgres");
        boolean bundled = bundled();
        Map<String, Object> values = Map.of(
                "bundled", bundled, "installed", installed.map(Path::toString).orElse(""));
        if (bundled) {
            return Finding.ok("PostgreSQL", "binaries for this machine come with the lab", values);
        }
        return Finding.fail(
                "PostgreSQL",
                "the lab has no binaries for this machine"
                        + installed.map(path -> "; found " + path).orElse(""),
                "start a PostgreSQL server yourself and name it to the lab",
                values);
    }

    private static boolean bundled() {
        String os = System.getProperty("os.name", "");
        String system = os.toLowerCase(Locale.ROOT).startsWith("mac") ? "Darwin" : os;
        String arch = System.getProperty("os.arch", "");
        try (InputStream binaries =
                DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, arch.equals("amd64") ? "x86_64" : arch)) {
            return binaries != null;
        } catch (IOException e) {
            return false;
        }
    }

    private static Finding pgbouncer() throws InterruptedException {
        Optional<Path> program = find("pgbouncer");
        if (program.isEmpty()) {
            return Finding.ok(
                    "PgBouncer",
                    "not found; the topology that needs it is left out",
                    Map.of("path", "", "version", ""));
        }
        String version = version(program.get());
        Matcher numbers = VERSION.matcher(version);
        boolean recent =
                numbers.find() && (Integer.parseInt(numbers.group(1)) > 1 || Integer.parseInt(numbers.group(2)) >= 21);
        Map<String, Object> values = Map.of("path", program.get().toString(), "version", version);
        return recent
                ? Finding.ok("PgBouncer", version + " at " + program.get(), values)
                : Finding.warn(
                        "PgBouncer",
                        (version.isEmpty() ? "of unknown version" : version) + " at " + program.get(),
                        "prepared statements in transaction mode need 1.21 or later",
                        values);
    }

    private static String version(Path program) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "";
            }
            Matcher version = VERSION.matcher(
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            return version.find() ? version.group() : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static Optional<Path> find(String program) {
        List<String> directories = new ArrayList<>(
                List.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1)));
        directories.add("/usr/sbin");
        directories.add("/usr/local/sbin");
        return directories.stream()
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
