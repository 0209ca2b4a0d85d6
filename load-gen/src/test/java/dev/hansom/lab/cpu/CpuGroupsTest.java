package dev.hansom.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Amounts are CPU time, not wall time, so that a busy machine makes these tests slow but not wrong. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class CpuGroupsTest {

    private static final long MILLIS = 1_000_000;

    /** Two readings, their own ticks, and what a JVM does beside. */
    private static final long SLACK = 60 * MILLIS;

    private Optional<Cgroup> cgroup = Optional.empty();

    @AfterEach
    void deleteCgroup() {
        cgroup.ifPresent(group -> assertThat(group.delete()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProcessIsChargedWhatItUsed(boolean inCgroup) throws Exception {
        use(inCgroup);
        try (Child child = Child.burner(cgroup, "steady=800", "brief-1=600")) {
            CpuGroup group = CpuGroups.process("api", cgroup, child.pid());
            long ownStart = child.hearNumber();
            CpuSample start = group.read();
            child.say("go");
            long ownEnd = child.hearNumber();
            CpuSample end = group.read();

            long used = ownEnd - ownStart;
            assertThat(used).isGreaterThan(1400 * MILLIS);
            assertThat(end.nanos() - start.nanos()).isCloseTo(used, within(used / 50 + SLACK));
            assertThat(end.checkNanos() - start.checkNanos()).isCloseTo(used, within(used / 50 + SLACK));
            assertThat(start.source()).isEqualTo(cgroup.isPresent() ? "cgroup" : "schedstat");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void childrenThatComeAndGoAreNotLost(boolean inCgroup) throws Exception {
        use(inCgroup);
        String script = "echo ready; read go; for n in 1 2 3 4 5 6 7 8; do"
                + " sh -c 'i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done'; done; times; read end";
        try (Child child = new Child(cgroup, List.of("/bin/sh", "-c", script))) {
            CpuGroup group = CpuGroups.process("postgres", cgroup, child.pid());
            child.hear();
            CpuSample start = group.read();
            child.say("go");
            long used = shellTimes(child.hear()) + shellTimes(child.hear());
            CpuSample end = group.read();

            assertThat(used).isGreaterThan(200 * MILLIS);
            assertThat(end.nanos() - start.nanos()).isCloseTo(used, within(used / 50 + SLACK));
            assertThat(end.checkNanos() - start.checkNanos()).isCloseTo(used, within(used / 50 + SLACK));
        }
    }

    @Test
    void childrenThatAreAliveCount() throws Exception {
        String script =
                "sh -c 'echo ready; read go; i=0; while [ $i -lt 500000 ]; do i=$((i+1)); done; times; read end';"
                        + " exit";
        try (Child child = new Child(Optional.empty(), List.of("/bin/sh", "-c", script))) {
            CpuGroup group = CpuGroups.process("postgres", Optional.empty(), child.pid());
            child.hear();
            CpuSample start = group.read();
            child.say("go");
            long used = shellTimes(child.hear());
            CpuSample end = group.read();
            assertThat(used).isGreaterThan(200 * MILLIS);
            assertThat(end.nanos() - start.nanos()).isCloseTo(used, within(used / 50 + SLACK));
            child.say("end");
        }
    }

    @Test
    void threadsByNameAndTheRestAddUpToTheProcess() throws Exception {
        use(true);
        try (Child child = Child.burner(cgroup, "hansom-loop-with-a-long-name-0=700", "executor-thread-1=400")) {
            CpuGroup process = CpuGroups.process("process", cgroup, child.pid());
            CpuGroup pooler = CpuGroups.threads("pooler", child.pid(), "hansom-");
            CpuGroup api = CpuGroups.without("api", process, pooler);
            long ownStart = child.hearNumber();
            CpuSample poolerStart = pooler.read();
            CpuSample apiStart = api.read();
            child.say("go");
            long used = child.hearNumber() - ownStart;
            CpuSample poolerEnd = pooler.read();
            CpuSample apiEnd = api.read();

            long poolerUsed = poolerEnd.nanos() - poolerStart.nanos();
            assertThat(poolerUsed).isCloseTo(700 * MILLIS, within(SLACK));
            assertThat(poolerEnd.checkNanos() - poolerStart.checkNanos()).isCloseTo(700 * MILLIS, within(SLACK));
            assertThat(apiEnd.nanos() - apiStart.nanos())
                    .isGreaterThan(390 * MILLIS)
                    .isCloseTo(used - poolerUsed, within(SLACK));
        }
    }

    @Test
    void aSumIsTheSumOfItsParts() {
        CpuGroup a = group(new CpuSample(5, "cgroup", 6, "schedstat", 2));
        CpuGroup b = group(new CpuSample(70, "cgroup", 80, "stat", 4));
        assertThat(CpuGroups.sum("stack", List.of(a, b)).read())
                .isEqualTo(new CpuSample(75, "cgroup", 86, "schedstat", 6));
    }

    @Test
    void aProcessThatIsGoneIsAnError() throws Exception {
        long pid;
        try (Child child = new Child(Optional.empty(), List.of("cat"))) {
            pid = child.pid();
        }
        assertThatThrownBy(() -> CpuGroups.process("api", Optional.empty(), pid).read())
                .isInstanceOf(CpuReadException.class)
                .hasMessageContaining(pid + " is gone");
        assertThatThrownBy(() -> CpuGroups.threads("pooler", pid, "hansom-").read())
                .isInstanceOf(CpuReadException.class)
                .hasMessageContaining("gone");
    }

    private void use(boolean inCgroup) {
        cgroup = inCgroup ? Cgroups.detect().create("test") : Optional.empty();
    }

    private static CpuGroup group(CpuSample sample) {
        return new CpuGroup() {
            @Override
            public String name() {
                return "fixed";
            }

            @Override
            public CpuSample read() {
                return sample;
            }
        };
    }

    /** A line of {@code times}: user and system time as {@code 0m1.23s 0m0.04s}. */
    private static long shellTimes(String line) throws IOException {
        Matcher part = Pattern.compile("(\\d+)m([0-9.]+)s").matcher(line);
        long nanos = 0;
        int parts = 0;
        while (part.find()) {
            nanos += Long.parseLong(part.group(1)) * 60_000 * MILLIS
                    + Math.round(Double.parseDouble(part.group(2)) * 1e9);
            parts++;
        }
        if (parts != 2) {
            throw new IOException("not the output of times: " + line);
        }
        return nanos;
    }
}
