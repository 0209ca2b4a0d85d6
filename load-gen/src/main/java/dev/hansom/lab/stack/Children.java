package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The processes of one lab: starts each in its own session, registered in the ledger that the watchdog reads before it
 * is anything else, and stops them by role. Used by the thread that runs the lab and by the shutdown hook.
 */
final class Children {

    private final Path ledger;
    private final Path logs;
    private final List<Child> children = new ArrayList<>();
    private final String register;
    private boolean stopping;

    Children(Path ledger, Path logs) {
        this.ledger = ledger;
        this.logs = logs;
        this.register = Scripts.read("register.sh");
    }

    /**
     * Starts a process.
     *
     * @throws StackException where the program cannot be started, or the lab is being stopped
     */
    synchronized Child start(ChildSpec spec) {
        if (stopping) {
            throw new StackException("the lab is being stopped: " + spec.name() + " is not started");
        }
        List<String> command = new ArrayList<>(OwnSession.prefix());
        command.addAll(List.of("sh", "-c", register, "register", ledger.toString()));
        command.add(Long.toString(ProcessHandle.current().pid()));
        command.add(spec.role().abandonedSignal);
        command.add(spec.name());
        command.add(spec.cgroup().map(Path::toString).orElse(""));
        command.addAll(spec.command());
        Path log = logs.resolve(spec.name() + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(spec.directory().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        for (Map.Entry<String, String> variable : spec.environment().entrySet()) {
            builder.environment().put(variable.getKey(), variable.getValue());
        }
        try {
            Child child = new Child(spec, builder.start(), log);
            children.add(child);
            return child;
        } catch (IOException e) {
            throw new StackException("cannot start " + spec.name() + ": " + e.getMessage(), e);
        }
    }

    /** Notes a control group for the watchdog to remove. */
    void registerCgroup(Path directory) {
        try {
            Files.writeString(ledger, "cgroup " + directory + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new StackException("cannot write " + ledger + ": " + e.getMessage(), e);
        }
    }

    /** Stops one process and waits until it is gone. */
    void stop(Child child) {
        child.askToStop();
        child.awaitStop();
        synchronized (this) {
            children.remove(child);
        }
    }

    /** Stops all: those of one role together, the roles one after another. Nothing can be started from now on. */
    void stopAll() {
        List<Child> all;
        synchronized (this) {
            stopping = true;
            all = List.copyOf(children);
            children.clear();
        }
        for (ChildSpec.Role role : ChildSpec.Role.values()) {
            List<Child> some = all.stream().filter(c -> c.role() == role).toList();
            some.forEach(Child::askToStop);
            some.forEach(Child::awaitStop);
        }
    }

    /** True once {@link #stopAll()} has begun: failures seen from now on are of its making. */
    synchronized boolean stopping() {
        return stopping;
    }
}
