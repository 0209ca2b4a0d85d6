package dev.hansom.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.RecipeReader;
import dev.hansom.lab.recipe.RecipeReader.Form;
import dev.hansom.lab.recipe.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final Path RESET_COST = Path.of("recipes/reset-cost.yaml");

    @Test
    void quickResetCostIsPlannedForAtMostFiveMinutes() {
        Plan plan = Plan.of(RecipeReader.read(RESET_COST, Form.QUICK));
        assertThat(plan.expected()).isLessThanOrEqualTo(Duration.ofMinutes(5));
        assertThat(plan.passes()).isEqualTo(48);
        assertThat(plan.starts()).isEqualTo(2);
    }

    @Test
    void everyRoundHasEveryVariantOnceGroupByGroup() {
        Recipe recipe = RecipeReader.read(RESET_COST, Form.FULL);
        Plan plan = Plan.of(recipe);
        assertThat(plan.rounds()).hasSize(6);
        for (List<Plan.Block> round : plan.rounds()) {
            assertThat(round).extracting(Plan.Block::group).containsExactlyInAnyOrderElementsOf(recipe.groups());
            for (Plan.Block block : round) {
                assertThat(block.order()).allMatch(v -> v.group().equals(block.group()));
            }
            assertThat(round.stream().flatMap(b -> b.order().stream()).map(Variant::id))
                    .containsExactlyInAnyOrderElementsOf(
                            recipe.measured().stream().map(Variant::id).toList());
        }
    }

    @Test
    void groupsTakeTurnsAtBeingFirst() {
        Plan plan = Plan.of(RecipeReader.read(RESET_COST, Form.QUICK));
        assertThat(plan.rounds().stream().map(r -> r.get(0).group()))
                .containsExactly("sidecar", "direct", "sidecar", "direct", "sidecar", "direct");
    }
}
