package dev.hansom.lab.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hansom.lab.load.LoadSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes a recipe as it is in effect: overrides applied, axes multiplied out. {@link RecipeReader} reads it back. */
public final class RecipeWriter {

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private RecipeWriter() {}

    /** The recipe as YAML. */
    public static String write(Recipe recipe) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("name", recipe.name());
        root.put("question", recipe.question());
        if (!recipe.reference().isEmpty()) {
            Map<String, Object> reference = new LinkedHashMap<>();
            reference.put("note", recipe.reference());
            if (!recipe.figures().isEmpty()) {
                reference.put("figures", new TreeMap<>(recipe.figures()));
            }
            root.put("reference", reference);
        }
        root.put("load", load(recipe.load()));
        root.put("rounds", recipe.rounds());
        root.put("restart", Names.kebab(recipe.restart()));
        recipe.budget().ifPresent(budget -> root.put("budget_seconds", seconds(budget)));
        root.put(
                "variants",
                recipe.variants().stream().map(RecipeWriter::variant).toList());
        try {
            return YAML.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a recipe of plain values did not serialise", e);
        }
    }

    private static Map<String, Object> load(RecipeLoad load) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("rate", load.rate());
        out.put("connections", load.connections());
        out.put("slice_seconds", seconds(load.slice()));
        out.put("settle_seconds", seconds(load.settle()));
        out.put("timeout_seconds", seconds(load.timeout()));
        Map<String, Object> warmUp = new LinkedHashMap<>();
        warmUp.put("cycles", load.warmUp().cycles());
        warmUp.put("max_cycles", load.warmUp().maxCycles());
        warmUp.put("load_seconds", seconds(load.warmUp().load()));
        warmUp.put("pause_seconds", seconds(load.warmUp().pause()));
        warmUp.put("rate_factor", load.warmUp().rateFactor());
        out.put("warmup", warmUp);
        out.put("requests", load.requests().stream().map(RecipeWriter::request).toList());
        return out;
    }

    private static Map<String, Object> request(LoadSpec.Request request) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put(request.method().toLowerCase(Locale.ROOT), request.uri());
        if (!request.body().isEmpty()) {
            out.put("body", request.body());
        }
        out.put("weight", request.weight());
        return out;
    }

    private static Map<String, Object> variant(Variant variant) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("id", variant.id());
        out.put("label", variant.label());
        out.put("group", variant.group());
        if (variant.baseline()) {
            out.put("baseline", true);
        }
        for (Map.Entry<String, Object> setting : settings(variant).entrySet()) {
            out.put(setting.getKey(), setting.getValue());
        }
        return out;
    }

    /** A variant's settings under the names recipes use, for the frozen recipe and for reports. */
    public static Map<String, Object> settings(Variant variant) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("topology", Names.kebab(variant.stack().topology()));
        out.put("reset_by", Names.kebab(variant.resetBy()));
        out.put("reset", Names.kebab(variant.reset()));
        out.put("statements", Names.kebab(variant.stack().statements()));
        out.put("transactions", Names.kebab(variant.stack().transactions()));
        variant.maxPreparedStatements().ifPresent(max -> out.put("max_prepared_statements", max));
        out.put("pool_size", variant.stack().poolSize());
        out.put("api_connections", variant.stack().apiConnections());
        return out;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
