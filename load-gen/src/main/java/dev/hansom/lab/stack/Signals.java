package dev.hansom.lab.stack;

import java.io.IOException;

/** Signals that {@link Process} cannot send. */
final class Signals {

    private Signals() {}

    /** Sends a signal to what is left of a process group. Returns when it is sent. */
    static void sendToGroup(long group, String signal) {
        String script = "kill -s \"$1\" -- \"-$2\" 2>/dev/null";
        try {
            new ProcessBuilder("sh", "-c", script, "signal", signal, Long.toString(group))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new StackException("cannot run sh to send " + signal + " to process group " + group, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
