package dev.hansom.lab.recipe;

import dev.hansom.lab.load.LoadSpec;
import dev.hansom.lab.recipe.YamlNode.Entry;
import dev.hansom.lab.recipe.YamlNode.Mapping;
import dev.hansom.lab.recipe.YamlNode.Scalar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a recipe file into records and refuses, with the place, whatever it does not fully understand. */
public final class RecipeReader {

    static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    static final String NAME_RULE = "lower-case letters, digits and single hyphens";

    private static final List<String> ROOT = List.of(
            "name",
            "question",
            "reference",
            "load",
            "rounds",
            "restart",
            "budget_seconds",
            "defaults",
            "variants",
            "quick");
    private static final List<String> QUICK = List.of("load", "rounds", "restart", "budget_seconds", "only");
    private static final List<String> LOAD =
            List.of("rate", "connections", "slice_seconds", "settle_seconds", "timeout_seconds", "warmup", "requests");
    private static final List<String> WARM_UP =
            List.of("cycles", "max_cycles", "load_seconds", "pause_seconds", "rate_factor");

    private RecipeReader() {}

    /** Which form of a recipe is wanted. */
    public enum Form {
        FULL,
        QUICK
    }

    /**
     * Reads a file. Both forms are checked whichever is asked for.
     *
     * @throws RecipeException where anything in it is wrong
     */
    public static Recipe read(Path file, Form form) {
        try {
            return parse(file.getFileName().toString(), Files.readString(file), form);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read recipe " + file, e);
        }
    }

    /** The same from text. */
    static Recipe parse(String file, String text, Form form) {
        Mapping root = YamlTree.parse(file, text);
        MapReader keys = new MapReader(root, "", ROOT);
        Recipe full = decode(root.without("quick"));
        if (!keys.has("quick")) {
            if (form == Form.QUICK) {
                throw root.at().error("quick", "this recipe has no quick form: run it without --quick");
            }
            return full;
        }
        Recipe quick = quick(root, keys.mapping("quick"));
        return form == Form.QUICK ? quick : full;
    }

    private static Recipe quick(Mapping root, Mapping overrides) {
        MapReader keys = new MapReader(overrides, "quick", QUICK);
        Recipe recipe = decode(root.without("quick").overlaidWith(overrides.without("only")));
        if (!keys.has("only")) {
            return recipe;
        }
        List<String> ids = keys.scalars("only").stream().map(Scalar::text).toList();
        try {
            return recipe.only(ids);
        } catch (RecipeException e) {
            throw keys.error("only", String.valueOf(e.getMessage()));
        }
    }

    private static Recipe decode(Mapping root) {
        MapReader keys = new MapReader(root, "", ROOT);
        String name = keys.text("name", NAME, NAME_RULE);
        RecipeLoad load = load(keys.mapping("load"));
        List<Variant> variants = variants(keys);
        String note = "";
        Map<String, String> figures = Map.of();
        if (keys.has("reference")) {
            MapReader reference = new MapReader(keys.mapping("reference"), "reference", List.of("note", "figures"));
            note = reference.text("note");
            figures = reference.has("figures") ? figures(reference.mapping("figures"), variants) : figures;
        }
        return new Recipe(
                name,
                keys.text("question"),
                note,
                figures,
                load,
                keys.integer("rounds", 1, 50),
                keys.choice("restart", Recipe.Restart.class),
                keys.has("budget_seconds")
                        ? Optional.of(keys.seconds("budget_seconds", 1, 1_000_000))
                        : Optional.empty(),
                variants);
    }

    private static Map<String, String> figures(Mapping mapping, List<Variant> variants) {
        List<String> ids = variants.stream().map(Variant::id).toList();
        MapReader keys = new MapReader(mapping, "reference.figures", ids);
        return mapping.entries().keySet().stream().collect(Collectors.toMap(id -> id, keys::text));
    }

    private static RecipeLoad load(Mapping mapping) {
        MapReader keys = new MapReader(mapping, "load", LOAD);
        MapReader warmUp = new MapReader(keys.mapping("warmup"), "load.warmup", WARM_UP);
        int cycles = warmUp.integer("cycles", 1, 100);
        List<LoadSpec.Request> requests = new ArrayList<>();
        for (YamlNode item : keys.list("requests")) {
            requests.add(request(item));
        }
        return new RecipeLoad(
                keys.number("rate", 1, 100_000),
                keys.integer("connections", 1, 10_000),
                keys.seconds("slice_seconds", 1, 3600),
                keys.seconds("settle_seconds", 1, 60),
                keys.seconds("timeout_seconds", 0.1, 60),
                new RecipeLoad.WarmUp(
                        cycles,
                        warmUp.has("max_cycles") ? warmUp.integer("max_cycles", cycles, 100) : cycles,
                        warmUp.seconds("load_seconds", 1, 600),
                        warmUp.seconds("pause_seconds", 0, 60),
                        warmUp.has("rate_factor") ? warmUp.number("rate_factor", 0.1, 10) : 1),
                requests);
    }

    private static LoadSpec.Request request(YamlNode item) {
        if (!(item instanceof Mapping mapping)) {
            throw item.at().error("load.requests", "each request is a mapping with get or post, not " + item.kind());
        }
        MapReader keys = new MapReader(mapping, "load.requests", List.of("get", "post", "body", "weight"));
        if (keys.has("get") == keys.has("post")) {
            throw mapping.at().error("load.requests", "a request has either get or post");
        }
        if (keys.has("get") && keys.has("body")) {
            throw keys.error("body", "goes with post only");
        }
        String method = keys.has("get") ? "get" : "post";
        String path = keys.text(method);
        if (!path.startsWith("/")) {
            throw keys.error(method, "must be a path that starts with '/', not '" + path + "'");
        }
        return new LoadSpec.Request(
                method.toUpperCase(Locale.ROOT),
                path,
                keys.has("post") ? keys.text("body") : "",
                keys.has("weight") ? keys.integer("weight", 1, 1000) : 1);
    }

    private static List<Variant> variants(MapReader keys) {
        Mapping defaults = keys.has("defaults") ? VariantReader.defaults(keys.mapping("defaults")) : null;
        List<Variant> variants = new ArrayList<>();
        Set<String> ids = new LinkedHashSet<>();
        Map<String, String> baselines = new LinkedHashMap<>();
        for (YamlNode item : keys.list("variants")) {
            if (!(item instanceof Mapping mapping)) {
                throw item.at().error("variants", "each variant is a mapping of keys, not " + item.kind());
            }
            for (Mapping one : VariantAxes.expand(mapping)) {
                Variant variant = VariantReader.read(defaults == null ? one : defaults.overlaidWith(one), one.at());
                if (!ids.add(variant.id())) {
                    throw one.at().error("variants.id", "two variants are called '" + variant.id() + "'");
                }
                if (variant.baseline()) {
                    String other = baselines.putIfAbsent(variant.group(), variant.id());
                    if (other != null) {
                        throw one.at()
                                .error(
                                        "variants.baseline",
                                        "group '" + variant.group() + "' has a second baseline, '" + variant.id()
                                                + "' beside '" + other + "'");
                    }
                }
                variants.add(variant);
            }
        }
        for (Variant variant : variants) {
            if (!baselines.containsKey(variant.group())) {
                throw keys.error(
                        "variants",
                        "group '" + variant.group()
                                + "' has no baseline: set 'baseline: true' on the variant the others"
                                + " are compared with");
            }
        }
        return variants;
    }

    /** An entry that stands where another stood. */
    static Entry valueAt(Entry place, String text) {
        return new Entry(place.keyAt(), new Scalar(place.value().at(), text));
    }
}
