package dev.hansom.lab.cpu;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds the cgroup directories of this process, from /proc/self/mountinfo and /proc/self/cgroup (man 7 cgroups). */
final class CgroupMounts {

    private CgroupMounts() {}

    /** One directory below which a process may perhaps make cgroups. */
    record Place(CgroupVersion version, Path directory) {}

    /** Version 2 first, then version 1's cpuacct. */
    static List<Place> find(String mountinfo, String membership) {
        List<Place> places = new ArrayList<>();
        for (String line : mountinfo.lines().toList()) {
            int dash = line.indexOf(" - ");
            if (dash < 0) {
                continue;
            }
            String[] mount = line.substring(0, dash).split(" ", -1);
            String[] type = line.substring(dash + 3).split(" ", -1);
            if (mount.length < 5 || type.length < 3) {
                continue;
            }
            if (type[0].equals("cgroup2")) {
                place(CgroupVersion.V2, mount, path(membership, "")).ifPresent(place -> places.add(0, place));
            } else if (type[0].equals("cgroup")
                    && Arrays.asList(type[2].split(",", -1)).contains("cpuacct")) {
                place(CgroupVersion.V1, mount, path(membership, "cpuacct")).ifPresent(places::add);
            }
        }
        return places;
    }

    private static Optional<Place> place(CgroupVersion version, String[] mount, Optional<String> path) {
        String root = mount[3];
        return path.map(own -> {
            String below = own.startsWith(root) && !root.equals("/") ? own.substring(root.length()) : own;
            Path directory = Path.of(unescape(mount[4]), "." + (below.startsWith("/") ? "" : "/") + below);
            return new Place(version, directory.normalize());
        });
    }

    /** The path of the hierarchy that has that controller; version 2 has none in its line. */
    private static Optional<String> path(String membership, String controller) {
        return membership
                .lines()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3
                        && Arrays.asList(parts[1].split(",", -1)).contains(controller)
                        && (!controller.isEmpty() || parts[0].equals("0")))
                .map(parts -> parts[2])
                .findFirst();
    }

    private static String unescape(String text) {
        return text.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
    }
}
