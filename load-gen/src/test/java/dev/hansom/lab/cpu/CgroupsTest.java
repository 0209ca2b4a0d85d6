package dev.hansom.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CgroupsTest {

    @Test
    void aUnifiedMountIsFoundBelowThePathOfTheProcess() {
        List<CgroupMounts.Place> places = CgroupMounts.find(
                "25 30 0:23 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n",
                "0::/user.slice/user-1000.slice/session-2.scope\n");
        assertThat(places)
                .containsExactly(new CgroupMounts.Place(
                        CgroupVersion.V2, Path.of("/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope")));
    }

    @Test
    void aHybridMachineHasBothAndVersionTwoFirst() {
        List<CgroupMounts.Place> places = CgroupMounts.find("""
                30 20 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
                31 20 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
                32 20 0:28 / /sys/fs/cgroup/unified rw shared:4 - cgroup2 cgroup2 rw
                """, "3:cpu,cpuacct:/jobs/a\n2:memory:/x\n0::/\n");
        assertThat(places)
                .containsExactly(
                        new CgroupMounts.Place(CgroupVersion.V2, Path.of("/sys/fs/cgroup/unified")),
                        new CgroupMounts.Place(CgroupVersion.V1, Path.of("/sys/fs/cgroup/cpu,cpuacct/jobs/a")));
    }

    @Test
    void aMountOfAPartOfTheHierarchyTakesThatPartOffThePath() {
        List<CgroupMounts.Place> places = CgroupMounts.find(
                "25 30 0:23 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "0::/docker/abc/inner\n");
        assertThat(places).containsExactly(new CgroupMounts.Place(CgroupVersion.V2, Path.of("/sys/fs/cgroup/inner")));
    }

    @Test
    void aRefusalSaysWhyAndMakesNothing() {
        Cgroups cgroups = Cgroups.detect();
        assertThat(cgroups.description()).isNotBlank();
        assertThat(cgroups.create("api").isPresent()).isEqualTo(cgroups.permitted());
        cgroups.create("api").ifPresent(Cgroup::close);
        assertThatThrownBy(() -> cgroups.create("../x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStaleCgroupIsRemovedAndOneOfALivingRunStays() throws Exception {
        Cgroups cgroups = Cgroups.detect();
        assumeThat(cgroups.permitted()).isTrue();
        Cgroup living = cgroups.create("living").orElseThrow();
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path stale = living.directory().resolveSibling("hansom-lab-" + ended.pid() + "-1-api");
        Files.createDirectory(stale);

        Cgroups.detect();

        assertThat(stale).doesNotExist();
        assertThat(living.directory()).exists();
        assertThat(living.delete()).isTrue();
        assertThat(living.directory()).doesNotExist();
    }

    @Test
    void aCgroupInUseIsNotDeleted() throws Exception {
        Optional<Cgroup> cgroup = Cgroups.detect().create("busy");
        assumeThat(cgroup).isPresent();
        try (Child child = new Child(cgroup, List.of("cat"))) {
            child.say("ping");
            assertThat(child.hear()).isEqualTo("ping");
            assertThat(Files.readString(cgroup.orElseThrow().directory().resolve("cgroup.procs")))
                    .contains(String.valueOf(child.pid()));
            assertThat(cgroup.orElseThrow().delete()).isFalse();
        }
        assertThat(cgroup.orElseThrow().delete()).isTrue();
    }
}
