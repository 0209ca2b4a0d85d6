package dev.hansom.lab.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell outside the lab's process group that holds the other end of a pipe to this JVM. When the JVM is gone, by
 * whatever signal, it ends what the ledger names and removes the work directory.
 */
final class Watchdog implements AutoCloseable {

    private static final String SCRIPT = Scripts.read("watchdog.sh");

    private final Process process;

    private Watchdog(Process process) {
        this.process = process;
    }

    static Watchdog start(Path work, Path log) {
        return new Watchdog(run("watch", work, log));
    }

    /** Ends and removes, at once, what a work directory's ledger names, and the directory. */
    static void clean(Path work, Path log) {
        try {
            Process process = run("clean", work, log);
            process.getOutputStream().close();
            if (process.waitFor() != 0) {
                throw new StackException("cannot remove " + work + ": see " + log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets it go: it does what is still left to do, which is nothing after an orderly end. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Process run(String mode, Path work, Path log) {
        List<String> command = new ArrayList<>(OwnSession.prefix());
        command.addAll(List.of("sh", "-c", SCRIPT, "watchdog", mode, work.toString()));
        try {
            return new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new StackException("cannot start the lab's watchdog (sh): " + e.getMessage(), e);
        }
    }
}
