package dev.hansom.lab.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Orders of treatments that are balanced for what the one before leaves behind (Williams 1949): each treatment once in
 * each row, and over a full square each ordered pair of neighbours equally often. Pure functions.
 */
public final class WilliamsDesign {

    private WilliamsDesign() {}

    /**
     * The full square: n rows for an even number of treatments, 2n for an odd one.
     *
     * @param n treatments, at least 1
     */
    public static List<List<Integer>> square(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("a design needs at least one treatment, got " + n);
        }
        List<List<Integer>> rows = new ArrayList<>();
        for (int shift = 0; shift < n; shift++) {
            List<Integer> row = new ArrayList<>();
            for (int column = 0; column < n; column++) {
                row.add((zigzag(column, n) + shift) % n);
            }
            rows.add(List.copyOf(row));
        }
        if (n % 2 == 1 && n > 1) {
            for (List<Integer> row : List.copyOf(rows)) {
                List<Integer> mirrored = new ArrayList<>(row);
                Collections.reverse(mirrored);
                rows.add(List.copyOf(mirrored));
            }
        }
        return List.copyOf(rows);
    }

    /**
     * The order of one round. Rows of the square are used up, in an order drawn per pass over the square, before one
     * comes again; the seed makes it the same for everyone.
     *
     * @param n treatments
     * @param round counted from 0
     */
    public static List<Integer> row(int n, int round, long seed) {
        List<List<Integer>> rows = new ArrayList<>(square(n));
        Collections.shuffle(rows, new Random(seed + round / rows.size()));
        return rows.get(round % rows.size());
    }

    /** 0, 1, n-1, 2, n-2, ...: neighbours in it have every difference modulo n once. */
    private static int zigzag(int column, int n) {
        return column % 2 == 1 ? (column + 1) / 2 : (n - column / 2) % n;
    }
}
