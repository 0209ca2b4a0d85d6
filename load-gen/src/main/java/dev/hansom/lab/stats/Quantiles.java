package dev.hansom.lab.stats;

import java.util.Arrays;

/** Order statistics of small samples. Pure functions. */
public final class Quantiles {

    private Quantiles() {}

    /**
     * The middle value, or the mean of the two middle ones.
     *
     * @throws IllegalArgumentException where the sample is empty
     */
    public static double median(double... sample) {
        return quantile(0.5, sample);
    }

    /**
     * Quantile by linear interpolation between order statistics (Hyndman and Fan's type 7, the default of R).
     *
     * @param q from 0 to 1
     * @throws IllegalArgumentException where the sample is empty or q is outside its range
     */
    public static double quantile(double q, double... sample) {
        if (sample.length == 0) {
            throw new IllegalArgumentException("no values: a quantile needs at least one");
        }
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("quantile " + q + " is outside 0..1");
        }
        double[] sorted = sample.clone();
        Arrays.sort(sorted);
        double position = q * (sorted.length - 1);
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
