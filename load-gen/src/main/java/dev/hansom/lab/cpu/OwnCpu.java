package dev.hansom.lab.cpu;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/** CPU time of this process itself: of the generator. Any thread. */
public final class OwnCpu {

    private OwnCpu() {}

    /** Nanoseconds of all its threads, ended ones too; empty where the JVM does not tell. */
    public static OptionalLong nanos() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            long nanos = system.getProcessCpuTime();
            return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
        }
        return OptionalLong.empty();
    }
}
