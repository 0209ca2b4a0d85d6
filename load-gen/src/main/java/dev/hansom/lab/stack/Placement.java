package dev.hansom.lab.stack;

import dev.hansom.lab.cpu.Cgroup;
import dev.hansom.lab.cpu.Cgroups;
import java.util.Optional;

/** Makes a control group for each process where the system permits it, known to the watchdog from then on. */
final class Placement {

    private final Cgroups cgroups = Cgroups.detect();
    private final Children children;

    Placement(Children children) {
        this.children = children;
    }

    Optional<Cgroup> cgroup(String process) {
        Optional<Cgroup> made = cgroups.create(process.replaceAll("[^A-Za-z0-9-]", "-"));
        made.ifPresent(cgroup -> children.registerCgroup(cgroup.directory()));
        return made;
    }
}
