package dev.hansom.lab.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A lab in a JVM of its own, for tests to end: arguments are the run directory, and {@code postgres} to start one. */
final class LabProcess {

    private LabProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        LabDirs dirs = LabDirs.open(LabDirs.repositoryRoot(), Path.of(arguments[0]));
        System.out.println("work " + dirs.work());
        for (ChildSpec.Role role : ChildSpec.Role.values()) {
            // A process with a child of its own in its group, as a program with workers has.
            List<String> command = List.of("sh", "-c", "sleep 1000 & exec sleep 1000");
            Child child = dirs.children().start(spec("sleep-" + role, role, command));
            System.out.println("pid " + child.pid());
        }
        List<String> stubborn = List.of("sh", "-c", "trap '' TERM INT QUIT; while :; do sleep 1000; done");
        if (arguments.length > 1 && arguments[1].equals("postgres")) {
            Cluster cluster = Cluster.start(dirs, ClusterSettings.embedded());
            System.out.println("port " + cluster.port());
        } else if (arguments.length > 1 && arguments[1].equals("stubborn")) {
            Child child = dirs.children().start(spec("stubborn", ChildSpec.Role.TOOL, stubborn));
            System.out.println("pid " + child.pid());
        }
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    private static ChildSpec spec(String name, ChildSpec.Role role, List<String> command) {
        return new ChildSpec(name, role, command, Map.of(), Path.of("/"), Optional.empty());
    }
}
