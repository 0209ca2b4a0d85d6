package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One process the lab has started, in a session of its own, its output going to a log file. */
final class Child {

    private static final int TAIL_LINES = 20;
    /** How long a process may take to end once it is asked to. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final ChildSpec spec;
    private final Process process;
    private final Path log;

    Child(ChildSpec spec, Process process, Path log) {
        this.spec = spec;
        this.process = process;
        this.log = log;
    }

    String name() {
        return spec.name();
    }

    ChildSpec.Role role() {
        return spec.role();
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Waits for the end of a process that ends by itself; its exit status. */
    int await(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw failure("has not ended within " + limit.toSeconds() + " s");
        }
        return process.exitValue();
    }

    /** Asks the process group to end; returns at once. */
    void askToStop() {
        if (process.isAlive()) {
            Signals.sendToGroup(process.pid(), spec.role().stopSignal);
        }
    }

    /** Waits until the process is gone, killing it where it does not go by itself, and kills what it leaves behind. */
    void awaitStop() {
        boolean interrupted = false;
        long deadline = System.nanoTime() + GRACE.toNanos();
        while (process.isAlive()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                Signals.sendToGroup(process.pid(), "KILL");
                left = GRACE.toNanos();
                deadline = System.nanoTime() + left;
            }
            try {
                process.waitFor(left, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        Signals.sendToGroup(process.pid(), "KILL");
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Throws where the process is gone. */
    void checkAlive() {
        if (!process.isAlive()) {
            throw failure("has ended with exit status " + process.exitValue());
        }
    }

    /** What to throw when this process is not as it should be: its name, what happened, the end of its log. */
    StackException failure(String what) {
        String text = String.join("\n  ", tail());
        return new StackException(name() + " " + what + (text.isEmpty() ? "; its log " : ". The end of its log ") + log
                + (text.isEmpty() ? " is empty" : ":\n  " + text));
    }

    /** True where a line of the log holds one of these. */
    boolean logged(String... texts) {
        String all = read();
        for (String text : texts) {
            if (all.contains(text)) {
                return true;
            }
        }
        return false;
    }

    private List<String> tail() {
        List<String> lines = read().lines().toList();
        return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    }

    private String read() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
