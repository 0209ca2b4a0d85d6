package dev.hansom.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ends labs in every way there is and looks for what is left of them. */
@Timeout(180)
final class NothingIsLeftTest {

    @TempDir
    Path directory;

    private final List<Lab> started = new ArrayList<>();

    @AfterEach
    void endThem() throws Exception {
        for (Lab lab : started) {
            lab.kill();
            lab.awaitNothing();
        }
    }

    @Test
    void termStopsEverythingInOrder() throws Exception {
        Lab lab = start("none");
        lab.process.destroy();
        lab.process.waitFor();
        assertThat(lab.processes()).isEmpty();
        assertThat(lab.work).doesNotExist();
    }

    @Test
    void interruptStopsEverything() throws Exception {
        assumeFalse(interruptIsIgnored(), "SIGINT is ignored here, and so it is by every child");
        Lab lab = start("none");
        new ProcessBuilder("kill", "-INT", Long.toString(lab.process.pid()))
                .start()
                .waitFor();
        lab.process.waitFor();
        assertThat(lab.processes()).isEmpty();
        assertThat(lab.work).doesNotExist();
    }

    @Test
    void killedLabLeavesItsWatchdogToCleanUp() throws Exception {
        Lab lab = start("none");
        lab.kill();
        lab.awaitNothing();
    }

    @Test
    void killedLabLeavesNoProcessThatIgnoresSignals() throws Exception {
        Lab lab = start("stubborn");
        lab.kill();
        lab.awaitNothing();
    }

    @Test
    void killedLabLeavesNoPostgres() throws Exception {
        Lab lab = start("postgres");
        assertThat(lab.processes()).anyMatch(p -> p.contains("postgres"));
        lab.kill();
        lab.awaitNothing();
    }

    @Test
    void termStopsPostgres() throws Exception {
        Lab lab = start("postgres");
        lab.process.destroy();
        lab.process.waitFor();
        assertThat(lab.processes()).isEmpty();
        assertThat(lab.work).doesNotExist();
        assertThat(Files.readString(directory.resolve("run/logs/postgres.log")))
                .contains("database system is shut down");
    }

    @Test
    void nextLabClearsWhatLabAndWatchdogKilledTogetherHaveLeft() throws Exception {
        Lab lab = start("postgres");
        lab.watchdog().destroyForcibly();
        lab.kill();
        assertThat(lab.work).exists();
        assertThat(lab.processes()).isNotEmpty();
        start("none");
        assertThat(lab.processes()).isEmpty();
        assertThat(lab.work).doesNotExist();
    }

    @Test
    void watchdogDoesItsWorkWhereTheDirectoryIsGone() throws Exception {
        Lab lab = start("none");
        Files.delete(lab.work.resolve("ledger"));
        Files.delete(lab.work);
        lab.kill();
        lab.awaitNothing();
    }

    @Test
    void labThatRunsIsNotCleared() throws Exception {
        Lab first = start("none");
        start("none");
        assertThat(first.work).exists();
        assertThat(first.pids).allMatch(pid -> ProcessHandle.of(pid).isPresent());
    }

    /** A shell starts what it puts into the background with SIGINT ignored, and that is inherited. */
    private static boolean interruptIsIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).trim(), 16) & 0b10) != 0);
    }

    private Lab start(String what) throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-Djava.io.tmpdir=" + temporary,
                        "-Dhansom.root=" + Path.of("..").toAbsolutePath().normalize(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LabProcess.class.getName(),
                        directory.resolve("run").toString(),
                        what)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = process.inputReader();
        List<Long> pids = new ArrayList<>();
        Path work = null;
        for (String line = lines.readLine(); !"ready".equals(line); line = lines.readLine()) {
            assertThat(line).as("the lab's next line").isNotNull();
            String value = line.substring(line.indexOf(' ') + 1);
            if (line.startsWith("work ")) {
                work = Path.of(value);
            } else if (line.startsWith("pid ")) {
                pids.add(Long.parseLong(value));
            }
        }
        Lab lab = new Lab(process, work, pids);
        started.add(lab);
        return lab;
    }

    private record Lab(Process process, Path work, List<Long> pids) {

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        ProcessHandle watchdog() {
            return process.children()
                    .filter(child -> child.info().arguments().stream()
                            .flatMap(Stream::of)
                            .anyMatch("watchdog"::equals))
                    .findFirst()
                    .orElseThrow();
        }

        /** Processes in one of the lab's sessions, or that name its work directory; "postgres" renames itself. */
        List<String> processes() throws IOException {
            List<String> found = new ArrayList<>();
            try (Stream<Path> all = Files.list(Path.of("/proc"))) {
                for (Path one : (Iterable<Path>)
                        all.filter(p -> p.getFileName().toString().matches("\\d+"))::iterator) {
                    try {
                        String stat = Files.readString(one.resolve("stat"));
                        String[] fields =
                                stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                        String command =
                                Files.readString(one.resolve("cmdline")).replace('\0', ' ');
                        boolean zombie = fields[0].equals("Z");
                        boolean inSession = pids.contains(Long.parseLong(fields[3]));
                        if (!zombie && (inSession || command.contains(work.toString()))) {
                            found.add(command);
                        }
                    } catch (IOException e) {
                        // It has ended meanwhile.
                    }
                }
            }
            return found;
        }

        /** The test's time limit ends a wait that is in vain. */
        void awaitNothing() throws Exception {
            while (Files.exists(work) || !processes().isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }
}
