package dev.hansom.lab.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hansom.lab.recipe.RecipeReader.Form;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each case changes one thing of a recipe that is right; the complaint must name file, line, column and key. */
class RecipeErrorsTest {

    static final String GOOD = """
            name: sample
            question: What does it cost?
            reference:
              note: somebody else's
              figures:
                a: "0 %"
            load:
              rate: 100
              connections: 4
              slice_seconds: 2
              settle_seconds: 1
              timeout_seconds: 5
              warmup: {cycles: 2, load_seconds: 3, pause_seconds: 1}
              requests:
                - get: /orders/{1..9}
            rounds: 6
            restart: round
            defaults:
              transactions: per-statement
              api_connections: 4
              pool_size: 2
            variants:
              - id: a
                topology: direct
                statements: named
                reset: none
                baseline: true
              - id: b
                topology: direct
                statements: named
                reset: narrow
            quick:
              rounds: 2
            """;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments("name: sample", "name: Sample Recipe", "r.yaml:1:7: name: 'Sample Recipe' will not do"),
                arguments(
                        "question: What",
                        "qeustion: What",
                        "r.yaml:2:1: qeustion: unknown key; known here: name, question"),
                arguments("question: What does it cost?", "question:", "question: must not be empty"),
                arguments(
                        "  rate: 100",
                        "  rate: fast",
                        "r.yaml:8:9: load.rate: must be a number from 1 to 100000, not 'fast'"),
                arguments("  rate: 100", "  rate: 0", "load.rate: must be a number from 1"),
                arguments("  rate: 100", "  rate: [1, 2]", "load.rate: must be a single value, not a list"),
                arguments("  rate: 100", "  raet: 100", "r.yaml:8:3: load.raet: unknown key"),
                arguments(
                        "  connections: 4",
                        "  connections: 4.5",
                        "load.connections: must be a whole number from 1 to 10000, not '4.5'"),
                arguments("  settle_seconds: 1", "  settle_seconds: 0", "load.settle_seconds: must be a number from 1"),
                arguments("  slice_seconds: 2", "  slice_seconds: 2s", "load.slice_seconds: must be a number"),
                arguments("cycles: 2", "cycles: 0", "load.warmup.cycles: must be a whole number"),
                arguments("cycles: 2,", "", "load.warmup.cycles: this key is missing"),
                arguments(
                        "    - get: /orders/{1..9}",
                        "    - get: orders",
                        "load.requests.get: must be a path that starts with '/'"),
                arguments(
                        "    - get: /orders/{1..9}",
                        "    - body: x",
                        "load.requests: a request has either get or post"),
                arguments(
                        "    - get: /orders/{1..9}",
                        "    - {get: /x, body: y}",
                        "load.requests.body: goes with post only"),
                arguments(
                        "    - get: /orders/{1..9}",
                        "    - /orders",
                        "each request is a mapping with get or post, not the value '/orders'"),
                arguments("rounds: 6", "rounds: 0", "rounds: must be a whole number from 1 to 50, not '0'"),
                arguments("rounds: 6", "", "rounds: this key is missing"),
                arguments("restart: round", "restart: sometimes", "restart: 'sometimes' is none of round, run"),
                arguments("  pool_size: 2", "  colour: red", "defaults.colour: unknown key"),
                arguments("  - id: b", "  - id: a", "two variants are called 'a'"),
                arguments("  - id: b", "  - id: b-again", "'-again' is the ending of null controls"),
                arguments("    baseline: true", "    baseline: false", "group 'direct' has no baseline"),
                arguments(
                        "    reset: narrow",
                        "    reset: half",
                        "r.yaml:31:12: variants.reset: 'half' is none of none, narrow, narrow-discard-plans, discard-all"),
                arguments(
                        "    baseline: true",
                        "    baseline: yes",
                        "variants.baseline: must be true or false, not 'yes'"),
                arguments(
                        "    reset: narrow",
                        "    reset: narrow\n    baseline: true",
                        "group 'direct' has a second baseline, 'b' beside 'a'"),
                arguments(
                        "    reset: narrow",
                        "    reset: narrow\n    reset_by: pooler",
                        "there is no pooler in topology direct"),
                arguments(
                        "    reset: narrow",
                        "    reset: narrow\n    reset: none",
                        "r.yaml:32:5: reset: this key stands twice"),
                arguments("    reset: narrow", "    axes: {reset: []}", "variants.axes.reset: the list is empty"),
                arguments("    reset: narrow", "    axes: {colour: [red]}", "variants.axes.colour: unknown key"),
                arguments(
                        "    reset: narrow",
                        "    reset: narrow\n    axes: {reset: [none]}",
                        "variants.axes.reset: is set beside the axes too"),
                arguments(
                        "  - id: b",
                        "  - id: \"{topology}-b\"\n    axes: {pool_size: [2]}",
                        "still names something in braces"),
                arguments(
                        "    a: \"0 %\"",
                        "    c: \"0 %\"", "r.yaml:6:5: reference.figures.c: unknown key; known here: a, b"),
                arguments(
                        "  rounds: 2", "  only: [zzz]", "quick.only: recipe sample has no variant 'zzz'; it has: a, b"),
                arguments("  rounds: 2", "  name: other", "quick.name: unknown key"),
                arguments("  rounds: 2", "  rounds: many", "rounds: must be a whole number from 1 to 50, not 'many'"),
                arguments("rounds: 6", "rounds: 6\n---", "a second document starts here"),
                arguments("rounds: 6", "rounds: {", "not valid YAML"),
                arguments("rounds: 6", "rounds: *six", "aliases are not understood"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void complaintNamesPlaceAndKey(String find, String replacement, String complaint) {
        assertThat(GOOD).contains(find);
        assertRefused(GOOD.replaceFirst(Pattern.quote(find), Matcher.quoteReplacement(replacement)), complaint);
    }

    @Test
    void discardAllByTheApiWithCachedStatementsSaysWhyNot() {
        String text =
                GOOD.replace("statements: named\n    reset: narrow", "statements: cached\n    reset: discard-all");
        assertRefused(text, "31:12: variants.reset: the API cannot send DISCARD ALL with cached statements");
        assertRefused(text, "use statements: named");
    }

    @Test
    void poolerSettingsAreWantedBehindAPooler() {
        assertRefused(
                GOOD.replaceFirst("topology: direct", "topology: sidecar"),
                "variants.max_prepared_statements: this key is missing");
    }

    @Test
    void emptyFileAndOtherRoots() {
        assertRefused("", "the file is empty");
        assertRefused("- a", "a recipe is a mapping of keys, this is a list");
        assertRefused("hello", "this is the value 'hello'");
        assertRefused(
                "name: sample\nvariants: []\nload: 3\nquestion: x",
                "load: must be a mapping of keys, not the value '3'");
    }

    @Test
    void quickWithoutAQuickForm() {
        assertThatThrownBy(() -> RecipeReader.parse("r.yaml", GOOD.substring(0, GOOD.indexOf("quick:")), Form.QUICK))
                .isInstanceOf(RecipeException.class)
                .hasMessageContaining("run it without --quick");
    }

    private static void assertRefused(String text, String complaint) {
        assertThatThrownBy(() -> RecipeReader.parse("r.yaml", text, Form.FULL))
                .isInstanceOf(RecipeException.class)
                .hasMessageStartingWith("r.yaml:")
                .hasMessageContaining(complaint);
    }
}
