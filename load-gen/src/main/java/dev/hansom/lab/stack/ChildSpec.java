package dev.hansom.lab.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process to start.
 *
 * @param name unique among the lab's processes; its log is {@code logs/NAME.log}
 * @param role decides when it is stopped
 * @param command the program and its arguments; a script must end in exec, so that the process id is the program's
 * @param environment added to the lab's own
 * @param directory its working directory
 * @param cgroup the control group's directory it enters before the program runs; empty for none
 */
record ChildSpec(
        String name,
        Role role,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        Optional<Path> cgroup) {

    /** What a process is for, in the order in which processes are stopped, and the signal that asks it to end. */
    enum Role {
        API("TERM", "TERM"),
        POOLER("TERM", "TERM"),
        TOOL("TERM", "TERM"),
        /** Fast shutdown when there is time (postgres(1): SIGINT), immediate when the lab is gone (SIGQUIT). */
        POSTGRES("INT", "QUIT");

        final String stopSignal;
        final String abandonedSignal;

        Role(String stopSignal, String abandonedSignal) {
            this.stopSignal = stopSignal;
            this.abandonedSignal = abandonedSignal;
        }
    }
}
