package dev.hansom.lab.stack;

import java.util.List;

/** How a command is started in a session, and so a process group, of its own: Ctrl-C does not reach it there. */
final class OwnSession {

    private OwnSession() {}

    /**
     * What to put before a command; it becomes the command by exec.
     *
     * @throws StackException where the system has no program for it
     */
    static List<String> prefix() {
        if (OnPath.find("setsid").isPresent()) {
            return List.of("setsid");
        }
        if (OnPath.find("perl").isPresent()) {
            // macOS has no setsid program.
            return List.of("perl", "-e", "use POSIX; POSIX::setsid(); exec @ARGV or exit 127;", "--");
        }
        throw new StackException("the lab needs the program setsid (package util-linux) or perl: install one of them");
    }
}
