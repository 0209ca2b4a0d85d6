package dev.hansom.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentProbeTest {

    @TempDir
    private Path dir;

    @Test
    void readsMachineAndSystem() throws Exception {
        Files.writeString(
                dir.resolve("cpuinfo"),
                "processor\t: 0\nmodel name\t: Some CPU @ 2.00GHz\nflags\t\t: fpu hypervisor lahf\n");
        Files.writeString(dir.resolve("meminfo"), "MemTotal:       16331752 kB\nMemFree: 1 kB\n");
        Files.writeString(dir.resolve("os-release"), "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
        assertThat(EnvironmentProbe.of(dir, dir).read("./lab", dir))
                .containsEntry("command", "./lab")
                .containsEntry("cpu", "Some CPU @ 2.00GHz")
                .containsEntry("memory", "15.6 GiB")
                .containsEntry("virtual", true)
                .containsEntry("system", "Debian GNU/Linux 12")
                .containsKeys("kernel", "jdk", "cores", "commit");
    }

    @Test
    void missingFilesAreUnknownNotErrors() {
        assertThat(EnvironmentProbe.of(dir, dir).read("./lab", dir))
                .containsEntry("memory", "unknown")
                .containsEntry("system", "unknown");
    }
}
