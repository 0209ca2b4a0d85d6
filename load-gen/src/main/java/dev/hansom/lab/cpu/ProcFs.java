package dev.hansom.lab.cpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads Linux's /proc (man 5 proc). Processes and threads that end while they are read are empty results, not errors.
 * Stateless; any thread.
 */
final class ProcFs {

    /** Of USER_HZ, which is 100 on every architecture that a JVM of today runs on. */
    static final long TICK_NANOS = 10_000_000;

    private final Path root;

    ProcFs(Path root) {
        this.root = root;
    }

    static ProcFs system() {
        return new ProcFs(Path.of("/proc"));
    }

    /**
     * The fields of a stat file that matter here; times in clock ticks.
     *
     * @param reaped of children that have ended and were waited for, their children's too
     */
    record Stat(long pid, long parent, Ticks own, Ticks reaped, int threads) {}

    /** User and system time, each cut to whole ticks. */
    record Ticks(long user, long system) {

        /** At most the truth. */
        long floorNanos() {
            return (user + system) * TICK_NANOS;
        }

        /**
         * The truth on average: a value loses half a tick. That cancels out in a difference, unless the process was born
         * in between.
         */
        long meanNanos() {
            return floorNanos() + values() * TICK_NANOS / 2;
        }

        /** How many of the two are there. */
        int values() {
            return (user > 0 ? 1 : 0) + (system > 0 ? 1 : 0);
        }
    }

    boolean present() {
        return Files.isReadable(root.resolve("self/stat"));
    }

    Optional<Stat> stat(long pid) {
        return read(root.resolve(pid + "/stat")).flatMap(ProcFs::parse);
    }

    Optional<Stat> threadStat(long pid, long tid) {
        return read(root.resolve(pid + "/task/" + tid + "/stat")).flatMap(ProcFs::parse);
    }

    private static Optional<Stat> parse(String line) {
        // The name, in brackets, may hold spaces and brackets itself.
        int nameEnd = line.lastIndexOf(')');
        int nameStart = line.indexOf('(');
        if (nameStart < 1 || nameEnd < nameStart) {
            return Optional.empty();
        }
        String[] fields = line.substring(nameEnd + 2).trim().split(" ", -1);
        if (fields.length < 18) {
            return Optional.empty();
        }
        // fields[0] is field 3 of the manual page.
        return Optional.of(new Stat(
                Long.parseLong(line.substring(0, nameStart).trim()),
                Long.parseLong(fields[1]),
                new Ticks(Long.parseLong(fields[11]), Long.parseLong(fields[12])),
                new Ticks(Long.parseLong(fields[13]), Long.parseLong(fields[14])),
                Integer.parseInt(fields[17])));
    }

    /** Every process, by its id. */
    Map<Long, Stat> processes() {
        Map<Long, Stat> all = new HashMap<>();
        for (long pid : numbers(root)) {
            stat(pid).ifPresent(stat -> all.put(pid, stat));
        }
        return all;
    }

    List<Long> threads(long pid) {
        return numbers(root.resolve(pid + "/task"));
    }

    /** A thread's name, which the kernel cuts to 15 bytes. */
    Optional<String> threadName(long pid, long tid) {
        return read(root.resolve(pid + "/task/" + tid + "/comm")).map(String::strip);
    }

    /** Nanoseconds that one thread has run. */
    Optional<Long> threadNanos(long pid, long tid) {
        return read(root.resolve(pid + "/task/" + tid + "/schedstat")).map(ProcFs::firstNumber);
    }

    /** Nanoseconds that the threads of a process which are alive have run; empty where the kernel does not say. */
    Optional<Long> processNanos(Stat process) {
        if (process.threads() == 1) {
            return threadNanos(process.pid(), process.pid());
        }
        long sum = 0;
        boolean any = false;
        for (long tid : threads(process.pid())) {
            Optional<Long> nanos = threadNanos(process.pid(), tid);
            any |= nanos.isPresent();
            sum += nanos.orElse(0L);
        }
        return any ? Optional.of(sum) : Optional.empty();
    }

    private static long firstNumber(String line) {
        int end = line.indexOf(' ');
        return Long.parseLong(end < 0 ? line.strip() : line.substring(0, end));
    }

    Optional<String> read(String name) {
        return read(root.resolve(name));
    }

    private static Optional<String> read(Path file) {
        try {
            String text = Files.readString(file);
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (IOException e) {
            // Gone (ENOENT, or ESRCH on read), or not ours to read.
            return Optional.empty();
        }
    }

    private static List<Long> numbers(Path directory) {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "[0-9]*")) {
            for (Path entry : entries) {
                numbers.add(Long.parseLong(entry.getFileName().toString()));
            }
        } catch (NoSuchFileException | DirectoryIteratorException e) {
            // The process has ended.
            return numbers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return numbers;
    }
}
