package dev.hansom.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QuantilesTest {

    @Test
    void medianOfOddAndEvenSamples() {
        assertThat(Quantiles.median(3, 1, 2)).isEqualTo(2);
        assertThat(Quantiles.median(4, 1, 3, 2)).isEqualTo(2.5);
        assertThat(Quantiles.median(7)).isEqualTo(7);
    }

    /** R: quantile(c(1, 2, 4, 8, 16), c(.1, .25, .9)) gives 1.4, 2, 12.8. */
    @Test
    void interpolatesAsRDoes() {
        double[] sample = {16, 8, 4, 2, 1};
        assertThat(Quantiles.quantile(0.1, sample)).isCloseTo(1.4, within(1e-12));
        assertThat(Quantiles.quantile(0.25, sample)).isEqualTo(2);
        assertThat(Quantiles.quantile(0.9, sample)).isCloseTo(12.8, within(1e-12));
        assertThat(Quantiles.quantile(1, sample)).isEqualTo(16);
        assertThat(sample).containsExactly(16, 8, 4, 2, 1);
    }

    @Test
    void refusesWhatHasNoQuantile() {
        assertThatThrownBy(Quantiles::median).hasMessageContaining("no values");
        assertThatThrownBy(() -> Quantiles.quantile(1.1, 1)).hasMessageContaining("0..1");
        assertThatThrownBy(() -> Quantiles.quantile(Double.NaN, 1)).hasMessageContaining("0..1");
    }
}
