package dev.hansom.lab.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.hansom.lab.cpu.Cgroups;
import dev.hansom.lab.cpu.CpuGroups;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the machine is and what it lets a process read. */
final class MachineFindings {

    private static final long MEBIBYTE = 1 << 20;
    private static final long ENOUGH_MEBIBYTES = 1500;

    private MachineFindings() {}

    static List<Finding> all() {
        return List.of(cores(), memory(), kernel(), jdk(), accounting(), cgroups());
    }

    private static Finding cores() {
        int cores = Runtime.getRuntime().availableProcessors();
        String model = read("/proc/cpuinfo")
                .flatMap(info -> info.lines()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst())
                .orElse("model unknown");
        Map<String, Object> values = Map.of("cores", cores, "model", model);
        return cores < 2
                ? Finding.warn(
                        "cores",
                        "1 (" + model + ")",
                        "generator and stack share one core: latencies and CPU per request will be off",
                        values)
                : Finding.ok("cores", cores + " (" + model + ")", values);
    }

    private static Finding memory() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)) {
            return Finding.ok("memory", "unknown", Map.of());
        }
        long total = system.getTotalMemorySize() / MEBIBYTE;
        long available = read("/proc/meminfo")
                .flatMap(info -> info.lines()
                        .filter(line -> line.startsWith("MemAvailable:"))
                        .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                        .findFirst())
                .orElse(system.getFreeMemorySize() / MEBIBYTE);
        Map<String, Object> values = Map.of("totalMebibytes", total, "availableMebibytes", available);
        String text = total + " MiB, " + available + " MiB available";
        return available < ENOUGH_MEBIBYTES
                ? Finding.warn("memory", text, "the stack needs about " + ENOUGH_MEBIBYTES + " MiB", values)
                : Finding.ok("memory", text, values);
    }

    private static Finding kernel() {
        String name = System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
        String clock = read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                .map(String::strip)
                .orElse("unknown");
        Optional<String> governor =
                read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").map(String::strip);
        String text = name + ", clock source " + clock
                + governor.map(value -> ", frequency governor " + value).orElse("");
        Map<String, Object> values =
                Map.of("kernel", name, "clockSource", clock, "governor", governor.orElse("unknown"));
        return governor.isPresent() && !governor.get().equals("performance")
                ? Finding.warn(
                        "kernel",
                        text,
                        "the clock rate follows the load; 'cpupower frequency-set -g performance' makes runs repeatable",
                        values)
                : Finding.ok("kernel", text, values);
    }

    private static Finding jdk() {
        String text = System.getProperty("java.vm.name") + " " + Runtime.version();
        return Finding.ok(
                "JDK",
                text,
                Map.of("version", Runtime.version().toString(), "home", System.getProperty("java.home", "")));
    }

    private static Finding accounting() {
        if (!CpuGroups.supported()) {
            return Finding.fail(
                    "CPU time",
                    "there is no /proc: the CPU time of other processes cannot be read",
                    "measure on Linux; the commands that only send load work here",
                    Map.of("proc", false, "schedstat", false));
        }
        boolean schedstat = Files.isReadable(Path.of("/proc/self/schedstat"));
        Map<String, Object> values = Map.of("proc", true, "schedstat", schedstat);
        return schedstat
                ? Finding.ok("CPU time", "/proc with schedstat, in nanoseconds", values)
                : Finding.warn(
                        "CPU time",
                        "/proc without schedstat: ticks of 10 ms only",
                        "use longer passes, or a kernel with CONFIG_SCHED_INFO",
                        values);
    }

    private static Finding cgroups() {
        Cgroups cgroups = Cgroups.detect();
        Map<String, Object> values = Map.of("permitted", cgroups.permitted(), "where", cgroups.description());
        return cgroups.permitted()
                ? Finding.ok("cgroups", cgroups.description(), values)
                : Finding.warn(
                        "cgroups",
                        "not used: " + cgroups.description(),
                        "CPU time comes from /proc, which is a little coarser; run as root, or under"
                                + " 'systemd-run --user --scope -p Delegate=yes'",
                        values);
    }

    private static Optional<String> read(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
