package dev.hansom.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.lab.cpu.CpuSample;
import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.RecipeReader;
import dev.hansom.lab.recipe.RecipeReader.Form;
import dev.hansom.lab.recipe.Variant;
import dev.hansom.lab.run.VoidReason.Rule;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each limit from both sides. A window of 2 s on 2 cores at 500/s: 1000 requests, 4 s of CPU time. */
class ValidityTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Recipe RECIPE = RecipeReader.read(Path.of("recipes/reset-cost.yaml"), Form.QUICK);
    private static final Variant BASELINE = RECIPE.baselineOf("direct");

    private long completed = 1000;
    private long late;
    private long clumped;
    private long dropped;
    private long settleErrors;
    private Map<String, Long> errors = Map.of();
    private long busy = SECOND;
    private long steal;
    private long own = SECOND;
    private long check = SECOND;
    private long pressure;

    @Test
    void quietPassIsValid() {
        assertThat(rules()).isEmpty();
    }

    @Test
    void rateMayBeOffByOnePercent() {
        completed = 990;
        assertThat(rules()).isEmpty();
        completed = 989;
        assertThat(rules()).containsExactly(Rule.RATE);
        completed = 1011;
        assertThat(rules()).containsExactly(Rule.RATE);
    }

    @Test
    void noErrorIsAllowed() {
        errors = Map.of("timeout", 1L);
        assertThat(rules()).containsExactly(Rule.ERRORS);
    }

    @Test
    void dropsAndErrorsOfTheSettleTimeAreErrorsToo() {
        dropped = 1;
        assertThat(rules()).containsExactly(Rule.ERRORS);
        dropped = 0;
        settleErrors = 1;
        assertThat(rules()).containsExactly(Rule.ERRORS);
    }

    @Test
    void sendsMayBeLateByOneAndClumpedByTwoPercent() {
        late = 10;
        clumped = 20;
        assertThat(rules()).isEmpty();
        late = 11;
        clumped = 21;
        assertThat(rules()).containsExactly(Rule.LATE, Rule.CLUMPED);
    }

    @Test
    void machineMayBeBusyByEightyPercent() {
        busy = own = check = (long) (3.2 * SECOND);
        assertThat(rules()).isEmpty();
        busy = own = check = (long) (3.21 * SECOND);
        assertThat(rules()).containsExactly(Rule.BUSY);
    }

    @Test
    void othersMayUseFivePercent() {
        busy = own + SECOND / 5;
        assertThat(rules()).isEmpty();
        busy += SECOND / 100;
        assertThat(rules()).containsExactly(Rule.FOREIGN);
    }

    @Test
    void hypervisorMayTakeHalfAPercent() {
        steal = SECOND / 50;
        assertThat(rules()).isEmpty();
        steal += SECOND / 1000;
        assertThat(rules()).containsExactly(Rule.STEAL);
    }

    @Test
    void sourcesMayDifferByTwoPercent() {
        check = (long) (1.02 * SECOND);
        assertThat(rules()).isEmpty();
        check = (long) (1.021 * SECOND);
        assertThat(rules()).containsExactly(Rule.SOURCES);
        check = (long) (0.979 * SECOND);
        assertThat(rules()).containsExactly(Rule.SOURCES);
    }

    @Test
    void theCpuFigureItselfVoidsNothing() {
        own = check = busy = SECOND / 100;
        assertThat(rules()).isEmpty();
        own = check = busy = 3 * SECOND;
        assertThat(rules()).isEmpty();
    }

    @Test
    void pressureMayDifferByFifteenPointsWithinAPair() {
        PassRecord baseline = pressed(1, BASELINE.id(), 10);
        assertThat(Validity.pairs(List.of(baseline, pressed(2, "a", 25), pressed(3, "b", 10)), BASELINE))
                .isEmpty();
        assertThat(Validity.pairs(
                        List.of(baseline, pressed(2, "a", 26), pressed(3, "b", 10), pressed(4, "c", 11)), BASELINE))
                .containsOnlyKeys(2);
    }

    @Test
    void baselineThatDiffersFromMostIsItselfVoid() {
        PassRecord baseline = pressed(1, BASELINE.id(), 60);
        assertThat(Validity.pairs(List.of(baseline, pressed(2, "a", 10), pressed(3, "b", 12)), BASELINE))
                .containsOnlyKeys(1);
    }

    @Test
    void withoutPressureThereIsNothingToCompare() {
        PassRecord baseline = pressed(1, BASELINE.id(), -1);
        assertThat(baseline.pressure()).isEmpty();
        assertThat(Validity.pairs(List.of(baseline, pressed(2, "a", 90)), BASELINE))
                .isEmpty();
        assertThat(Validity.pairs(List.of(pressed(2, "a", 90)), BASELINE)).isEmpty();
    }

    private List<Rule> rules() {
        return Validity.own(pass(1, "x")).stream().map(VoidReason::rule).toList();
    }

    private PassRecord pressed(int number, String variant, int percent) {
        pressure = percent < 0 ? -1 : percent * (2 * SECOND / 100);
        return pass(number, variant);
    }

    private PassRecord pass(int number, String variant) {
        return new PassRecord(
                number,
                1,
                1,
                variant,
                Instant.EPOCH,
                500,
                1500,
                new LoadCounts(
                        2 * SECOND,
                        1000,
                        1000,
                        completed,
                        errors,
                        late,
                        clumped,
                        dropped,
                        0,
                        settleErrors,
                        Map.of(),
                        "",
                        "",
                        ""),
                List.of(new CpuSpan(
                        "api",
                        new CpuSample(0, "cgroup", 0, "stat", 0),
                        new CpuSample(own, "cgroup", check, "stat", 0))),
                new MachineSample(0, 0, 0, 0, pressure < 0 ? -1 : 0, 0),
                new MachineSample(2 * SECOND, 4 * SECOND, busy, steal, pressure, 0),
                Map.of(),
                new StatementTally("none", 0, 0, 0),
                List.of());
    }
}
