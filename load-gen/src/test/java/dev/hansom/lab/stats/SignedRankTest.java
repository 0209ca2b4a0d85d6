package dev.hansom.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the published table of critical values (Wilcoxon and Wilcox 1964; Hollander and Wolfe, table A.4). */
class SignedRankTest {

    @ParameterizedTest
    @CsvSource({
        "6,0", "7,2", "8,3", "9,5", "10,8", "11,10", "12,13", "13,17", "14,21", "15,25", "16,29", "17,34", "18,40",
        "19,46", "20,52", "25,89", "30,137"
    })
    void twoSidedFivePercent(int n, int published) {
        assertThat(SignedRank.criticalValue(n, 0.025)).contains(published);
    }

    @ParameterizedTest
    @CsvSource({"8,0", "9,1", "10,3", "11,5", "12,7", "13,9", "14,12", "15,15", "20,37", "25,68", "30,109"})
    void twoSidedOnePercent(int n, int published) {
        assertThat(SignedRank.criticalValue(n, 0.005)).contains(published);
    }

    @ParameterizedTest
    @CsvSource({"5,0", "6,2", "7,3", "8,5", "9,8", "10,10", "15,30", "20,60"})
    void oneSidedFivePercent(int n, int published) {
        assertThat(SignedRank.criticalValue(n, 0.05)).contains(published);
    }

    @ParameterizedTest
    @CsvSource({"5,0,0.03125", "6,0,0.015625", "6,1,0.03125", "6,2,0.046875", "7,3,0.0390625", "10,8,0.0244140625"})
    void cumulativeIsExact(int n, int w, double published) {
        assertThat(SignedRank.cumulative(n, w)).isEqualTo(published);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 6, 13, 50})
    void cumulativeEndsAtOne(int n) {
        assertThat(SignedRank.cumulative(n, n * (n + 1) / 2)).isEqualTo(1.0);
    }

    @Test
    void sixValuesGiveTheExtremesWithTheirExactConfidence() {
        SignedRank.Interval interval =
                SignedRank.interval(0.95, 4, 1, 6, 2, 5, 3).orElseThrow();
        assertThat(interval.low()).isEqualTo(1);
        assertThat(interval.high()).isEqualTo(6);
        assertThat(interval.confidence()).isEqualTo(0.96875);
    }

    @Test
    void sevenValuesLeaveOutTwoWalshAveragesOnEachSide() {
        // Walsh averages of 1..7 ascending: 1, 1.5, 2, 2, ... and mirrored from 7 down.
        SignedRank.Interval interval =
                SignedRank.interval(0.95, 1, 2, 3, 4, 5, 6, 7).orElseThrow();
        assertThat(interval.low()).isEqualTo(2);
        assertThat(interval.high()).isEqualTo(6);
        assertThat(interval.confidence()).isCloseTo(0.953125, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void fewerThanSixGiveNoInterval(int n) {
        assertThat(SignedRank.interval(0.95, new double[n])).isEmpty();
    }

    @Test
    void noValuesGiveNoInterval() {
        assertThat(SignedRank.interval(0.95)).isEmpty();
    }

    @Test
    void smallestSampleOfNinetyFivePercentIsSix() {
        assertThat(SignedRank.smallestSample(0.95)).isEqualTo(6);
        assertThat(SignedRank.smallestSample(0.90)).isEqualTo(5);
        assertThat(SignedRank.smallestSample(0.99)).isEqualTo(8);
    }

    /** Hamilton depression scale factor IV, Hollander and Wolfe table 3.1: estimate -0.46, interval (-0.786, -0.010). */
    @Test
    void publishedExample() {
        double[] change = {-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010};
        assertThat(SignedRank.hodgesLehmann(change)).isCloseTo(-0.46, within(1e-9));
        SignedRank.Interval interval = SignedRank.interval(0.95, change).orElseThrow();
        assertThat(interval.low()).isCloseTo(-0.786, within(1e-9));
        assertThat(interval.high()).isCloseTo(-0.010, within(1e-9));
        assertThat(interval.confidence()).isCloseTo(0.961, within(0.0005));
    }

    @Test
    void sampleSizeHasLimits() {
        assertThatThrownBy(() -> SignedRank.cumulative(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SignedRank.cumulative(51, 0)).hasMessageContaining("1..50");
    }
}
