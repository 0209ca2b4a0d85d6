package dev.hansom.lab.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Progress on standard error: one line that is written over on a terminal, a line each time elsewhere. One thread. */
final class StatusLine {

    private final PrintStream out;
    private final boolean terminal;
    private int shown;

    StatusLine(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    static StatusLine onStandardError() {
        return new StatusLine(System.err, isTerminal(2));
    }

    /** Whether that file descriptor of this process is a terminal. */
    static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd", String.valueOf(descriptor)))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            // No /proc: plain lines are right anywhere.
            return false;
        }
    }

    void show(String line) {
        if (terminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
            out.flush();
            shown = line.length();
        } else {
            out.println(line);
        }
    }

    /** Takes the line away, so that what follows starts on an empty one. */
    void clear() {
        if (terminal && shown > 0) {
            out.print("\r" + " ".repeat(shown) + "\r");
            out.flush();
            shown = 0;
        }
    }
}
