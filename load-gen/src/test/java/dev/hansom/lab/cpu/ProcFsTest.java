package dev.hansom.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFsTest {

    private static final long TICK = 10_000_000;

    @TempDir
    Path root;

    @Test
    void aNameMayHoldBracketsAndSpaces() throws IOException {
        process(7, 1, "a) R 1 (b", 3, 4, 5, 6, 1);
        assertThat(new ProcFs(root).stat(7))
                .contains(new ProcFs.Stat(7, 1, new ProcFs.Ticks(3, 4), new ProcFs.Ticks(5, 6), 1));
    }

    @Test
    void aTreeHoldsGrandchildrenAndWhatTheirParentsReaped() throws IOException {
        process(10, 1, "postmaster", 10, 5, 100, 20, 1);
        process(11, 10, "backend", 30, 0, 0, 0, 1);
        process(12, 11, "helper", 1, 1, 2, 0, 1);
        process(99, 1, "stranger", 1000, 1000, 1000, 1000, 1);
        CpuSample sample = CpuGroups.process("postgres", Optional.empty(), new ProcFs(root), 10)
                .read();
        assertThat(sample.nanos())
                .as("half a tick is added for each of eight values")
                .isEqualTo((15 + 120 + 30 + 2 + 2 + 4) * TICK);
        assertThat(sample.source()).isEqualTo("stat");
        assertThat(sample.checkSource()).isEqualTo("none");
    }

    @Test
    void schedstatIsUsedWhereItKnowsMoreAndTicksWhereThreadsEnded() throws IOException {
        process(10, 1, "java", 100, 0, 0, 0, 2);
        thread(10, 10, 200 * TICK / 10);
        thread(10, 11, 300 * TICK / 10);
        process(11, 10, "psql", 4, 0, 0, 0, 1);
        thread(11, 11, 49_000_000);
        CpuSample sample =
                CpuGroups.process("api", Optional.empty(), new ProcFs(root), 10).read();
        assertThat(sample.source()).isEqualTo("schedstat");
        assertThat(sample.nanos()).as("1 s by ticks, 49 ms by schedstat").isEqualTo(100 * TICK + 49_000_000);
        assertThat(sample.checkSource()).isEqualTo("stat");
        assertThat(sample.checkNanos()).isEqualTo(105 * TICK);
    }

    @Test
    void theMachinesTimeIsTakenApart() {
        String cores = "cpu0 1 2 3\ncpu1 1 2 3\nintr 5\n";
        MachineCpu earlier = MachineCpu.parse("cpu  100 0 50 800 10 0 20 5 7 0\n" + cores, 1000 * TICK)
                .orElseThrow();
        MachineCpu later = MachineCpu.parse("cpu  150 10 60 850 20 5 30 15 9 0\n" + cores, 1080 * TICK)
                .orElseThrow();
        MachineCpu spent = later.since(earlier);
        assertThat(spent)
                .as("two cores for 80 ticks, idle for 60 of 160, whatever the busy columns say")
                .isEqualTo(new MachineCpu(90 * TICK, 10 * TICK, 160 * TICK));
        assertThat(spent.stealShare()).isCloseTo(10 / 160.0, within(1e-12));
        assertThat(spent.busyShare()).isCloseTo(90 / 160.0, within(1e-12));
        assertThat(spent.foreignShare(80 * TICK)).isCloseTo(10 / 160.0, within(1e-12));
        assertThat(MachineCpu.parse("intr 5", 0)).isEmpty();
    }

    @Test
    void pressureIsAShareOfTheTimeBetweenReadings() {
        Pressure earlier = Pressure.parse("some avg10=3.54 avg60=2.44 avg300=5.00 total=1000000\nfull avg10=0.00\n")
                .orElseThrow();
        Pressure later = Pressure.parse("some avg10=4.00 avg60=2.44 avg300=5.00 total=1500000\n")
                .orElseThrow();
        assertThat(earlier.average10()).isEqualTo(3.54);
        assertThat(later.percentSince(earlier, 2_000_000_000L)).isEqualTo(25);
        assertThat(Pressure.parse("")).isEmpty();
    }

    @Test
    void agreementAllowsTwoPerCentAndWhatTicksLose() {
        assertThat(agreement(1_000_000_000L, 1_019_000_000L, 0).holds()).isTrue();
        assertThat(agreement(1_000_000_000L, 1_021_000_000L, 0).holds()).isFalse();
        assertThat(agreement(1_000_000_000L, 960_000_000L, 4).holds()).isTrue();
        assertThat(agreement(1_000_000_000L, 500_000_000L, 40).holds()).isFalse();
        assertThat(agreement(1_000_000_000L, 500_000_000L, 40).difference()).isEqualTo(-0.5);
    }

    private static CpuAgreement agreement(long nanos, long check, int ticks) {
        return CpuAgreement.of(
                new CpuSample(0, "cgroup", 0, "stat", ticks), new CpuSample(nanos, "cgroup", check, "stat", ticks));
    }

    private void process(long pid, long parent, String name, int user, int system, int cuser, int csystem, int threads)
            throws IOException {
        Path directory = Files.createDirectories(root.resolve(String.valueOf(pid)));
        Files.writeString(
                directory.resolve("stat"),
                pid + " (" + name + ") S " + parent + " 1 1 0 -1 4194560 1752 38409 0 3 " + user + " " + system + " "
                        + cuser + " " + csystem + " 20 0 " + threads + " 0 116042 5124096 1000\n");
    }

    private void thread(long pid, long tid, long nanos) throws IOException {
        Path directory = Files.createDirectories(root.resolve(pid + "/task/" + tid));
        Files.writeString(directory.resolve("schedstat"), nanos + " 5 6\n");
    }
}
