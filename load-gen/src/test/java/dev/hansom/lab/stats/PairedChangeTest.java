package dev.hansom.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedChangeTest {

    private static final double[] BASE = {100, 110, 90, 105, 95, 100};

    @Test
    void constantRatioIsFoundExactlyWhateverTheRoundsLevel() {
        PairedChange change = PairedChange.of(scaled(1.05), BASE);
        assertThat(change.median()).isCloseTo(0.05, within(1e-9));
        assertThat(change.hodgesLehmann()).isCloseTo(0.05, within(1e-9));
        assertThat(change.interval().orElseThrow().low()).isCloseTo(0.05, within(1e-9));
        assertThat(change.interval().orElseThrow().confidence()).isEqualTo(0.96875);
        assertThat(change.excludesZero()).isTrue();
    }

    @Test
    void ratiosOnBothSidesOfOneDoNotExcludeZero() {
        PairedChange change = PairedChange.of(new double[] {101, 109, 91, 104, 96, 99}, BASE);
        assertThat(change.excludesZero()).isFalse();
    }

    @Test
    void fiveRoundsGiveNoInterval() {
        PairedChange change = PairedChange.of(new double[] {2, 2, 2, 2, 2}, new double[] {1, 1, 1, 1, 1});
        assertThat(change.median()).isEqualTo(1);
        assertThat(change.interval()).isEmpty();
        assertThat(change.excludesZero()).isFalse();
    }

    @Test
    void medianIsOfRatiosNotRatioOfMedians() {
        PairedChange change = PairedChange.of(new double[] {2, 30, 8}, new double[] {1, 10, 8});
        assertThat(change.median()).isCloseTo(1.0, within(1e-12));
    }

    @Test
    void pairsAndPositiveCostsAreWanted() {
        assertThatThrownBy(() -> PairedChange.of(new double[] {1}, new double[] {}))
                .hasMessageContaining("1 and 0");
        assertThatThrownBy(() -> PairedChange.of(new double[] {1}, new double[] {0}))
                .hasMessageContaining("positive");
    }

    private static double[] scaled(double factor) {
        double[] out = BASE.clone();
        for (int i = 0; i < out.length; i++) {
            out[i] *= factor;
        }
        return out;
    }
}
