package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Linux's /proc tells about a process besides its id; 0 on other systems. */
final class ProcTable {

    private ProcTable() {}

    /** When a process started, in clock ticks since boot (proc(5), stat field 22); 0 where it cannot be told. */
    static long startTicks(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The second field is the command in parentheses and may hold anything, so count from its end.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[19]);
        } catch (IOException e) {
            return 0;
        }
    }

    /** A process's short name (proc(5), comm); empty where it cannot be told. */
    static String command(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/comm")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Tells apart processes of containers that share a temporary directory: the pid namespace's inode, else 0. */
    static String pidNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                    .toString()
                    .replaceAll("[^0-9]", "");
        } catch (IOException | UnsupportedOperationException e) {
            return "0";
        }
    }
}
