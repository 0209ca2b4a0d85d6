package dev.hansom.lab.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the two generations of cgroups keep CPU time (kernel: admin-guide/cgroup-v2, cgroup-v1/cpuacct). */
enum CgroupVersion {
    /** {@code usage_usec} of cpu.stat, which is there without the cpu controller too. */
    V2,
    /** cpuacct.usage, nanoseconds. */
    V1;

    long usageNanos(Path directory) throws IOException {
        return switch (this) {
            case V2 -> 1_000 * usageMicros(Files.readAllLines(directory.resolve("cpu.stat")));
            case V1 ->
                Long.parseLong(
                        Files.readString(directory.resolve("cpuacct.usage")).strip());
        };
    }

    private static long usageMicros(List<String> lines) throws IOException {
        for (String line : lines) {
            if (line.startsWith("usage_usec ")) {
                return Long.parseLong(line.substring("usage_usec ".length()).strip());
            }
        }
        throw new IOException("cpu.stat has no usage_usec");
    }
}
