package dev.hansom.lab.stats;

import java.util.Optional;

/**
 * How a variant's cost stands to its baseline's over rounds, from the ratio of each round. Fractions: 0.05 is +5 %.
 *
 * @param rounds pairs
 * @param median median of the per-round ratios less one: what is shown
 * @param hodgesLehmann Hodges-Lehmann estimate on log ratios, taken back: what is decided on
 * @param interval around the estimate; empty where the rounds are too few for the confidence
 */
public record PairedChange(int rounds, double median, double hodgesLehmann, Optional<SignedRank.Interval> interval) {

    /** The confidence every interval of the lab is asked for. */
    public static final double CONFIDENCE = 0.95;

    /**
     * Change over rounds.
     *
     * @param variant cost in each round, positive
     * @param baseline cost in the same rounds, positive
     */
    public static PairedChange of(double[] variant, double[] baseline) {
        if (variant.length != baseline.length || variant.length == 0) {
            throw new IllegalArgumentException(
                    "pairs wanted, got " + variant.length + " and " + baseline.length + " values");
        }
        double[] ratios = new double[variant.length];
        double[] logs = new double[variant.length];
        for (int i = 0; i < ratios.length; i++) {
            if (!(variant[i] > 0 && baseline[i] > 0)) {
                throw new IllegalArgumentException(
                        "a ratio needs positive costs, got " + variant[i] + " / " + baseline[i]);
            }
            ratios[i] = variant[i] / baseline[i];
            logs[i] = Math.log(ratios[i]);
        }
        return new PairedChange(
                ratios.length,
                Quantiles.median(ratios) - 1,
                Math.expm1(SignedRank.hodgesLehmann(logs)),
                SignedRank.interval(CONFIDENCE, logs)
                        .map(i -> new SignedRank.Interval(Math.expm1(i.low()), Math.expm1(i.high()), i.confidence())));
    }

    /** Whether the interval leaves out zero; false where there is none. */
    public boolean excludesZero() {
        return interval.filter(i -> i.low() > 0 || i.high() < 0).isPresent();
    }
}
