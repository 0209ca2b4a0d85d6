package dev.hansom.lab.stack;

import dev.hansom.lab.cpu.Cgroup;
import java.net.URI;
import java.util.Optional;

/**
 * A process of a stack that is up.
 *
 * @param child the process
 * @param cgroup its control group, removed with it
 * @param http where it answers HTTP
 */
record Service(Child child, Optional<Cgroup> cgroup, URI http) {

    void stop(Children children) {
        children.stop(child);
        cgroup.ifPresent(Cgroup::close);
    }
}
