package dev.hansom.lab.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * Wilcoxon's signed-rank statistic with its exact null distribution, and the estimate and interval that go with it
 * (Hodges and Lehmann 1963; Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3.1 to 3.3). Pure functions.
 */
public final class SignedRank {

    /** Counts of sign patterns stay exact in a double's mantissa up to here, and no run has more rounds. */
    private static final int LARGEST_SAMPLE = 50;

    private SignedRank() {}

    /**
     * An interval for the centre of symmetry of a sample.
     *
     * @param low lower bound
     * @param high upper bound
     * @param confidence the exact probability that such an interval covers the centre; at least what was asked for
     */
    public record Interval(double low, double high, double confidence) {}

    /**
     * P(W &lt;= w) for the sum W of the ranks with positive sign where each sign is a fair coin's.
     *
     * @param n sample size, 1 to 50
     */
    public static double cumulative(int n, int w) {
        double[] ways = signPatternsByRankSum(n);
        double sum = 0;
        for (int i = 0; i <= Math.min(w, ways.length - 1); i++) {
            sum += ways[i];
        }
        return sum / Math.pow(2, n);
    }

    /**
     * The largest w with P(W &lt;= w) &lt;= tail: the critical value of the one-sided test.
     *
     * @return empty where not even the most extreme sample is as rare as that
     */
    public static Optional<Integer> criticalValue(int n, double tail) {
        double[] ways = signPatternsByRankSum(n);
        double patterns = Math.pow(2, n);
        double sum = 0;
        for (int w = 0; w < ways.length; w++) {
            sum += ways[w];
            if (sum / patterns > tail) {
                return w == 0 ? Optional.empty() : Optional.of(w - 1);
            }
        }
        return Optional.of(ways.length - 1);
    }

    /** The median of the Walsh averages: the estimate the interval belongs to. */
    public static double hodgesLehmann(double... sample) {
        return Quantiles.median(walshAverages(sample));
    }

    /**
     * The two-sided interval that inverts the exact test.
     *
     * @param confidence wanted, for instance 0.95; the interval's own is the next that the sample size can give
     * @return empty where the sample is too small for that confidence (below 6 for 0.95)
     */
    public static Optional<Interval> interval(double confidence, double... sample) {
        int n = sample.length;
        if (n == 0) {
            return Optional.empty();
        }
        double[] walsh = walshAverages(sample);
        return criticalValue(n, (1 - confidence) / 2)
                .map(c -> new Interval(walsh[c], walsh[walsh.length - 1 - c], 1 - 2 * cumulative(n, c)));
    }

    /** Smallest sample size that {@link #interval} can serve at this confidence. */
    public static int smallestSample(double confidence) {
        for (int n = 1; n <= LARGEST_SAMPLE; n++) {
            if (criticalValue(n, (1 - confidence) / 2).isPresent()) {
                return n;
            }
        }
        throw new IllegalArgumentException("no sample of up to " + LARGEST_SAMPLE + " gives confidence " + confidence);
    }

    /** The means of all pairs, each value with itself too, ascending. */
    static double[] walshAverages(double... sample) {
        int n = sample.length;
        double[] averages = new double[n * (n + 1) / 2];
        int k = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                averages[k++] = (sample[i] + sample[j]) / 2;
            }
        }
        Arrays.sort(averages);
        return averages;
    }

    /** Element w: how many of the 2^n sign patterns have rank sum w. Rank by rank, as coins are added to a sum. */
    private static double[] signPatternsByRankSum(int n) {
        if (n < 1 || n > LARGEST_SAMPLE) {
            throw new IllegalArgumentException("sample size " + n + " is outside 1.." + LARGEST_SAMPLE);
        }
        double[] ways = new double[n * (n + 1) / 2 + 1];
        ways[0] = 1;
        for (int rank = 1; rank <= n; rank++) {
            for (int w = ways.length - 1; w >= rank; w--) {
                ways[w] += ways[w - rank];
            }
        }
        return ways;
    }
}
