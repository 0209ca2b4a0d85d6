package dev.hansom.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WilliamsDesignTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 11, 16})
    void eachTreatmentOncePerRowAndEqualPerColumn(int n) {
        List<List<Integer>> square = WilliamsDesign.square(n);
        assertThat(square).hasSize(n % 2 == 0 || n == 1 ? n : 2 * n);
        Integer[] all = IntStream.range(0, n).boxed().toArray(Integer[]::new);
        for (List<Integer> row : square) {
            assertThat(row).containsExactlyInAnyOrder(all);
        }
        for (int column = 0; column < n; column++) {
            int at = column;
            Map<Integer, Integer> seen = new HashMap<>();
            square.forEach(row -> seen.merge(row.get(at), 1, Integer::sum));
            assertThat(seen.values()).containsOnly(square.size() / n);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 11, 16})
    void eachOrderedPairOfNeighboursEquallyOften(int n) {
        Map<List<Integer>, Integer> pairs = new HashMap<>();
        for (List<Integer> row : WilliamsDesign.square(n)) {
            for (int i = 1; i < n; i++) {
                pairs.merge(List.of(row.get(i - 1), row.get(i)), 1, Integer::sum);
            }
        }
        assertThat(pairs).hasSize(n * (n - 1));
        assertThat(pairs.values()).containsOnly(n % 2 == 0 ? 1 : 2);
    }

    @Test
    void rowsAreUsedUpBeforeOneComesAgain() {
        Set<List<Integer>> seen = new HashSet<>();
        for (int round = 0; round < 4; round++) {
            seen.add(WilliamsDesign.row(4, round, 7));
        }
        assertThat(seen).hasSize(4);
    }

    @Test
    void sameSeedSameOrder() {
        for (int round = 0; round < 9; round++) {
            assertThat(WilliamsDesign.row(5, round, 42)).isEqualTo(WilliamsDesign.row(5, round, 42));
        }
    }

    @Test
    void nothingToOrderIsRefused() {
        assertThatThrownBy(() -> WilliamsDesign.square(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
