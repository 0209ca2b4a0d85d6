package dev.hansom.lab.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hansom.lab.recipe.RecipeReader.Form;
import dev.hansom.lab.recipe.Variant.ResetBy;
import dev.hansom.lab.stack.StackSpec.ApiReset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeTest {

    private static final Path RECIPES = Path.of("recipes");
    private static final RecipeDirectory SHIPPED = new RecipeDirectory(RECIPES);

    @Test
    void quickOverridesAndFullDoesNot() {
        Recipe full = RecipeReader.parse("r.yaml", RecipeErrorsTest.GOOD, Form.FULL);
        Recipe quick = RecipeReader.parse("r.yaml", RecipeErrorsTest.GOOD, Form.QUICK);
        assertThat(full.rounds()).isEqualTo(6);
        assertThat(quick.rounds()).isEqualTo(2);
        assertThat(quick.load()).isEqualTo(full.load());
        assertThat(full.load().warmUp().total()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void eachBaselineIsFollowedByItsControl() {
        Recipe recipe = RecipeReader.parse("r.yaml", RecipeErrorsTest.GOOD, Form.FULL);
        assertThat(recipe.measured()).extracting(Variant::id).containsExactly("a", "a-again", "b");
        assertThat(recipe.measured().get(1).stack())
                .isEqualTo(recipe.baselineOf("direct").stack());
    }

    @Test
    void frozenRecipeReadsBackTheSame() {
        for (Form form : Form.values()) {
            Recipe recipe = RecipeReader.read(SHIPPED.find("reset-cost"), form);
            assertThat(RecipeReader.parse("recipe.yaml", RecipeWriter.write(recipe), Form.FULL))
                    .isEqualTo(recipe);
        }
    }

    @Test
    void resetCostMultipliesItsAxes() {
        Recipe recipe = RecipeReader.read(SHIPPED.find("reset-cost"), Form.FULL);
        assertThat(recipe.groups())
                .containsExactly(
                        "sidecar",
                        "direct",
                        "embedded",
                        "by-pooler",
                        "cached",
                        "unnamed",
                        "simple",
                        "small-cache",
                        "no-cache");
        Variant byPooler = variant(recipe, "pooler-discard-all");
        assertThat(byPooler.resetBy()).isEqualTo(ResetBy.POOLER);
        assertThat(byPooler.apiReset()).isEqualTo(ApiReset.NONE);
        assertThat(byPooler.stack().serverReset()).contains("discard-all");
        assertThat(variant(recipe, "sidecar-narrow").stack())
                .as("resets by the API share a stack")
                .isEqualTo(variant(recipe, "sidecar-none").stack());
        assertThat(recipe.figures()).containsEntry("sidecar-discard-all", "+52 %");
    }

    @Test
    void quickFormFitsFiveMinutes() {
        Recipe quick = RecipeReader.read(SHIPPED.find("reset-cost"), Form.QUICK);
        assertThat(quick.measured())
                .extracting(Variant::id)
                .containsExactlyInAnyOrder(
                        "sidecar-none",
                        "sidecar-none-again",
                        "sidecar-narrow",
                        "sidecar-discard-all",
                        "direct-none",
                        "direct-none-again",
                        "direct-narrow",
                        "direct-discard-all");
        assertThat(quick.rounds()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void onlyKeepsTheBaselineItNeeds() {
        Recipe recipe = RecipeReader.read(SHIPPED.find("reset-cost"), Form.FULL).only(List.of("direct-narrow"));
        assertThat(recipe.variants()).extracting(Variant::id).containsExactly("direct-none", "direct-narrow");
        assertThat(recipe.figures()).containsOnlyKeys("direct-none", "direct-narrow");
    }

    @Test
    void axesMayHoldABaselinePatternOfSeveralKeys() {
        String text = RecipeErrorsTest.GOOD.replaceAll(
                "(?s)  - id: a\n.*quick:",
                "  - id: \"{pool_size}-{reset}\"\n    topology: direct\n    statements: named\n"
                        + "    baseline: {reset: none, pool_size: 5}\n    axes:\n      pool_size: [2, 5]\n      reset: [none, narrow]\nquick:");
        Recipe recipe = RecipeReader.parse("r.yaml", text.replaceAll("(?m)^    a: .*$", "    5-none: x"), Form.FULL);
        assertThat(recipe.variants()).hasSize(4);
        assertThat(recipe.baselineOf("direct").id()).isEqualTo("5-none");
    }

    @Test
    void unknownNameListsTheExistingOnes(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("one.yaml"), "");
        Files.writeString(dir.resolve("two.yaml"), "");
        assertThatThrownBy(() -> new RecipeDirectory(dir).find("three"))
                .isInstanceOf(RecipeException.class)
                .hasMessageContaining("unknown recipe 'three'")
                .hasMessageContaining("one, two");
        assertThatThrownBy(() -> new RecipeDirectory(dir).find("x/three.yaml"))
                .hasMessageContaining("no such recipe file");
        assertThat(new RecipeDirectory(dir).find("one")).isEqualTo(dir.resolve("one.yaml"));
    }

    private static Variant variant(Recipe recipe, String id) {
        return recipe.variants().stream()
                .filter(v -> v.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
