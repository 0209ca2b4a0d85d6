package dev.hansom.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hansom.lab.cpu.CpuReadException;
import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.Recipe.Restart;
import dev.hansom.lab.recipe.RecipeReader;
import dev.hansom.lab.recipe.RecipeReader.Form;
import dev.hansom.lab.report.ReportFiles;
import dev.hansom.lab.report.Summary;
import dev.hansom.lab.report.Summary.State;
import dev.hansom.lab.report.Summary.VariantSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on a fake bench into a real directory. */
class RunnerTest {

    private static final int WARM_UPS = 2 * 3;

    private final FakeBench bench = new FakeBench();
    private final Recipe quick = RecipeReader.read(Path.of("recipes/reset-cost.yaml"), Form.QUICK);

    private boolean stopping;

    @TempDir
    private Path parent;

    @TempDir
    private Path recipes;

    @Test
    void quickRunFindsWhatTheBenchCosts() throws Exception {
        Summary summary = ReportFiles.write(run(quick));

        assertThat(summary.state()).isEqualTo(State.COMPLETE);
        assertThat(summary.verdict().valid()).as("%s", summary.verdict()).isTrue();
        assertThat(summary.passes()).isEqualTo(48);
        assertThat(variant(summary, "sidecar-discard-all")
                        .change()
                        .orElseThrow()
                        .median())
                .isCloseTo(0.5, within(0.02));
        assertThat(variant(summary, "sidecar-narrow").change().orElseThrow().excludesZero())
                .contains(true);
        assertThat(variant(summary, "direct-narrow").change().orElseThrow().hl())
                .isCloseTo(0.06, within(0.02));
        assertThat(variant(summary, "sidecar-discard-all")
                        .change()
                        .orElseThrow()
                        .confidence())
                .contains(0.96875);
        assertThat(variant(summary, "sidecar-none").cpuMicros())
                .containsOnlyKeys("api", "pooler", "postgres", "stack")
                .hasEntrySatisfying("stack", stack -> assertThat(stack).isCloseTo(1250, within(10.0)));
        assertThat(variant(summary, "direct-none").cpuMicros()).doesNotContainKey("pooler");
        assertThat(variant(summary, "sidecar-discard-all").parse().orElseThrow().share())
                .contains(0.875);
        assertThat(variant(summary, "sidecar-none").parse().orElseThrow().share())
                .contains(0.0);
        assertThat(variant(summary, "direct-none").parse()).isEmpty();
        assertThat(variant(summary, "sidecar-narrow").statements().orElseThrow())
                .isEqualTo(new Summary.StatementsPerRequest("fake", 4, 0, 7));
        assertThat(summary.groups()).extracting(Summary.Group::containsZero).containsOnly(Optional.of(true));
    }

    @Test
    void stacksAreSharedAndStoppedAtTheEnd() throws Exception {
        run(quick);
        assertThat(bench.log)
                .filteredOn(l -> l.startsWith("start"))
                .containsExactly("start sidecar-1", "start direct-2");
        assertThat(bench.log).filteredOn(l -> l.startsWith("stop")).containsExactly("stop sidecar-1", "stop direct-2");
    }

    @Test
    void restartPerRoundStartsEachBlocksStacksAnew() throws Exception {
        Recipe recipe = RecipeReader.read(Path.of("recipes/reset-cost.yaml"), Form.FULL)
                .only(List.of("sidecar-narrow", "pooler-narrow"))
                .withRounds(2);
        assertThat(recipe.restart()).isEqualTo(Restart.ROUND);
        run(recipe);
        assertThat(bench.log).filteredOn(l -> l.startsWith("start")).hasSize(6);
        assertThat(bench.log.subList(bench.log.size() - 2, bench.log.size()))
                .containsExactly("stop sidecar-6", "close");
        assertThat(Plan.of(recipe).starts()).isEqualTo(6);
    }

    @Test
    void warmUpGoesOnUntilTheCompilersAreSilent() throws Exception {
        Recipe recipe = withMaxCycles(8);
        Duration busy = Duration.ofMillis(61);
        bench.compiling = load -> load <= 5 ? busy : Duration.ofMillis(59);
        Path dir = run(recipe);
        Summary summary = ReportFiles.write(dir);

        assertThat(warmUps(dir)).extracting(e -> e.path("cycles").asInt()).containsExactly(6, 3);
        assertThat(warmUps(dir)).allMatch(e -> e.path("settled").asBoolean());
        assertThat(summary.warmUps()).isEqualTo(new Summary.WarmUps(2, 2, Optional.of(0.059 / 6)));
        assertThat(bench.log.subList(1, 7))
                .as("the resets it will be measured with take turns")
                .containsExactly(
                        "reset NONE",
                        "reset NARROW",
                        "reset DISCARD_ALL",
                        "reset NONE",
                        "reset NARROW",
                        "reset DISCARD_ALL");
    }

    @Test
    void warmUpThatDoesNotSettleEndsWithTheMostCyclesAndTheReportSaysSo() throws Exception {
        bench.compiling = load -> Duration.ofMillis(600);
        Path dir = run(withMaxCycles(4));
        Summary summary = ReportFiles.write(dir);
        assertThat(warmUps(dir)).extracting(e -> e.path("cycles").asInt()).containsExactly(4, 4);
        assertThat(summary.warmUps()).isEqualTo(new Summary.WarmUps(2, 0, Optional.of(0.1)));
        assertThat(Files.readString(dir.resolve("report.md")))
                .contains("warmed up 2 times; in 0 of them", "the most they used was 10 %");
    }

    @Test
    void whereCompilersCannotBeSeenTheCyclesOfTheRecipeHaveToDo() throws Exception {
        bench.compiling = load -> {
            throw new CpuReadException("no such thread", null);
        };
        Path dir = run(withMaxCycles(8));
        assertThat(warmUps(dir)).extracting(e -> e.path("cycles").asInt()).containsExactly(3, 3);
        assertThat(warmUps(dir)).noneMatch(e -> e.path("settled").asBoolean());
        assertThat(ReportFiles.write(dir).warmUps()).isEqualTo(new Summary.WarmUps(2, 0, Optional.empty()));
    }

    @Test
    void netIsLessTheIdleStacksPartOfTheTimeBetweenTwoRequests() throws Exception {
        bench.idleMicros = 30_000;
        Path dir = run(quick);
        VariantSummary none = variant(ReportFiles.write(dir), "sidecar-none");
        assertThat(quick.load().rate()).isEqualTo(300);
        assertThat(none.cpuMicros().get("api") - none.netMicros().get("api")).isCloseTo(100, within(1e-6));
        assertThat(none.cpuMicros().get("stack") - none.netMicros().get("stack"))
                .isCloseTo(100, within(1e-6));
        assertThat(none.netMicros().get("pooler")).isEqualTo(none.cpuMicros().get("pooler"));
        assertThat(Files.readString(dir.resolve("report.md"))).contains("## Net of the idle baseline");
    }

    private Recipe withMaxCycles(int cycles) throws Exception {
        String text = Files.readString(Path.of("recipes/reset-cost.yaml"))
                .replace("warmup: {cycles: 3,", "warmup: {cycles: 3, max_cycles: " + cycles + ",");
        return RecipeReader.read(Files.writeString(recipes.resolve("reset-cost.yaml"), text), Form.QUICK);
    }

    private static List<JsonNode> warmUps(Path dir) {
        return RunDirectory.open(dir).events().stream()
                .filter(e -> e.path("event").asText().equals("warm-up"))
                .toList();
    }

    @Test
    void fewerThanSixRoundsShowAMedianAndSayWhyThereIsNoInterval() throws Exception {
        Summary summary = ReportFiles.write(run(quick.withRounds(3)));
        VariantSummary narrow = variant(summary, "direct-narrow");
        assertThat(narrow.change().orElseThrow().low()).isEmpty();
        assertThat(narrow.changeReason()).contains("3 rounds cannot give an interval of 95 %: that takes at least 6");
        assertThat(summary.groups()).extracting(Summary.Group::containsZero).containsOnly(Optional.empty());
    }

    @Test
    void voidPassIsRunAgainAndTheSecondCounts() throws Exception {
        int third = WARM_UPS + 3;
        bench.disturbance =
                (load, result) -> load == third ? FakeBench.with(result, Map.of("status 500", 2L), 0) : result;
        Path dir = run(quick);
        Summary summary = ReportFiles.write(dir);

        assertThat(summary.passes()).isEqualTo(49);
        assertThat(summary.voidPasses()).hasSize(1);
        Summary.VoidPass voided = summary.voidPasses().get(0);
        assertThat(voided.pass()).isEqualTo(3);
        assertThat(voided.rules()).containsExactly("errors");
        assertThat(voided.reasons().get(0)).contains("2 of 750 requests failed: status 500=2");
        VariantSummary variant = variant(summary, voided.variant());
        assertThat(variant.rounds()).isEqualTo(6);
        assertThat(variant.voidRounds()).isZero();
        assertThat(variant.errors()).containsEntry("status 500", 2L);
        assertThat(Files.readString(dir.resolve("report.md"))).contains("1 of 49 passes are void");
    }

    @Test
    void passesThatStayVoidAreTriedThreeTimesMarkedAndMakeTheRunInvalid() throws Exception {
        bench.disturbance = (load, result) -> FakeBench.with(result, Map.of(), result.due() / 20);
        Recipe one = quick.only(List.of("direct-narrow")).withRounds(1);
        Summary summary = ReportFiles.write(run(one));

        assertThat(summary.passes()).isEqualTo(9);
        assertThat(summary.voidPasses())
                .hasSize(9)
                .allSatisfy(v -> assertThat(v.rules()).containsExactly("late"));
        assertThat(variant(summary, "direct-narrow").voidRounds()).isEqualTo(1);
        assertThat(variant(summary, "direct-narrow").change()).isPresent();
        assertThat(summary.verdict().valid()).isFalse();
        assertThat(summary.verdict().reasons())
                .anyMatch(r -> r.contains("3 of 3 passes are void"))
                .anyMatch(r -> r.contains("lower --rate"));
    }

    @Test
    void noRerunStartsThatWouldEndAfterTheBudget() throws Exception {
        bench.disturbance = (load, result) -> FakeBench.with(result, Map.of(), result.due() / 20);
        Path dir = run(quick);
        List<JsonNode> events = RunDirectory.open(dir).events();
        assertThat(Duration.ofNanos(bench.machine().atNanos()))
                .isLessThanOrEqualTo(quick.budget().orElseThrow());
        assertThat(events).anyMatch(e -> e.path("event").asText().equals("rerun-left-out"));
        assertThat(RunDirectory.open(dir).passes()).hasSizeGreaterThan(48);
    }

    @Test
    void foreignCpuIsFound() throws Exception {
        bench.foreignPercent = 7;
        Summary summary =
                ReportFiles.write(run(quick.only(List.of("direct-narrow")).withRounds(1)));
        assertThat(summary.voidPasses()).allSatisfy(v -> assertThat(v.rules()).containsExactly("foreign"));
    }

    @Test
    void deadPostgresEndsTheRunWithItsMessageAndKeepsThePasses() throws Exception {
        bench.diesAtLoad = WARM_UPS + 20;
        assertThatThrownBy(() -> run(quick)).isInstanceOf(RunException.class).hasMessageContaining("out of coffee");
        Path dir = onlyRun();
        Summary summary = ReportFiles.write(dir);

        assertThat(summary.state()).isEqualTo(State.FAILED);
        assertThat(summary.message()).contains("out of coffee");
        assertThat(summary.passes()).isEqualTo(19);
        assertThat(variant(summary, "sidecar-discard-all").change()).isPresent();
        assertThat(bench.log).contains("stop sidecar-1", "stop direct-2");
        assertThat(Files.readString(dir.resolve("report.md"))).contains("This run is not complete", "out of coffee");
        assertThat(Files.readAllLines(dir.resolve("passes.csv"))).hasSizeGreaterThan(19 * 3);
    }

    @Test
    void deadApiInTheFirstWarmUpIsNamedAndLeavesAnEmptyReport() throws Exception {
        bench.stopsAnsweringAtLoad = 1;
        assertThatThrownBy(() -> run(quick)).hasMessageContaining("the API (sidecar-1) has died");
        Summary summary = ReportFiles.write(onlyRun());
        assertThat(summary.passes()).isZero();
        assertThat(summary.verdict().reasons()).containsExactly("nothing was measured");
    }

    @Test
    void apiThatAnswersNothingIsRefusedAfterTheWarmUp() {
        bench.disturbance = (load, result) -> FakeBench.result(
                result.windowStartNanos(), result.windowEndNanos(), result.due(), 0, Map.of("connect", 9L), 0);
        assertThatThrownBy(() -> run(quick))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("answered no request of the warm-up")
                .hasMessageContaining("connect=9");
    }

    @Test
    void interruptKeepsThePasses() throws Exception {
        bench.disturbance = (load, result) -> {
            if (load == WARM_UPS + 5) {
                throw new InterruptedException();
            }
            return result;
        };
        assertThatThrownBy(() -> run(quick)).isInstanceOf(InterruptedException.class);
        Summary summary = ReportFiles.write(onlyRun());
        assertThat(summary.state()).isEqualTo(State.INTERRUPTED);
        assertThat(summary.passes()).isEqualTo(4);
        assertThat(bench.log).contains("stop sidecar-1", "stop direct-2");
    }

    @Test
    void whatFailsAfterSomebodyAskedForTheEndIsNoFailure() throws Exception {
        stopping = true;
        bench.diesAtLoad = WARM_UPS + 5;
        assertThatThrownBy(() -> run(quick)).isInstanceOf(InterruptedException.class);
        assertThat(ReportFiles.write(onlyRun()).state()).isEqualTo(State.INTERRUPTED);
    }

    @Test
    void directoryOfItsOwnMustBeNewOrEmpty() throws Exception {
        Path dir = parent.resolve("mine");
        assertThat(RunDirectory.createAt(dir, quick).path()).isEqualTo(dir);
        assertThatThrownBy(() -> RunDirectory.createAt(dir, quick))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("is not empty");
    }

    @Test
    void secondRunOfTheSameSecondGetsADirectoryOfItsOwn() {
        Path first = RunDirectory.createIn(parent, quick, bench.instant(), ZoneOffset.UTC)
                .path();
        Path second = RunDirectory.createIn(parent, quick, bench.instant(), ZoneOffset.UTC)
                .path();
        assertThat(first.getFileName()).hasToString("reset-cost-20260301-120000");
        assertThat(second.getFileName()).hasToString("reset-cost-20260301-120000-2");
    }

    @Test
    void unequalWorkIsInvalid() throws Exception {
        Path dir = run(quick.only(List.of("direct-narrow")).withRounds(1));
        Path file = dir.resolve("passes/002.json");
        PassRecord pass = RunJson.PRETTY.readValue(file.toFile(), PassRecord.class);
        PassRecord twice = new PassRecord(
                pass.number(),
                1,
                1,
                pass.variant(),
                pass.startedAt(),
                pass.rate(),
                pass.requests() / 2,
                pass.load(),
                pass.cpu(),
                pass.machineStart(),
                pass.machineEnd(),
                pass.pooler(),
                pass.statements(),
                List.of());
        Files.writeString(file, RunJson.PRETTY.writeValueAsString(twice));
        assertThat(ReportFiles.write(dir).verdict().reasons()).anyMatch(r -> r.startsWith("unequal work"));
    }

    private Path run(Recipe recipe) throws InterruptedException {
        RunDirectory directory = RunDirectory.createIn(parent, recipe, bench.instant(), ZoneOffset.UTC);
        new Runner(
                        Plan.of(recipe),
                        dir -> bench,
                        directory,
                        Map.of("kernel", "none"),
                        new Silent(),
                        () -> stopping,
                        bench,
                        bench::pass)
                .run();
        return directory.path();
    }

    private Path onlyRun() throws Exception {
        try (var dirs = Files.list(parent)) {
            List<Path> found = new ArrayList<>(dirs.toList());
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    private static VariantSummary variant(Summary summary, String id) {
        return summary.variants().stream()
                .filter(v -> v.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
