package dev.hansom.lab.recipe;

import dev.hansom.lab.recipe.Variant.ResetBy;
import dev.hansom.lab.recipe.YamlNode.Location;
import dev.hansom.lab.recipe.YamlNode.Mapping;
import dev.hansom.lab.stack.StackSpec.ApiReset;
import dev.hansom.lab.stack.StackSpec.Statements;
import dev.hansom.lab.stack.StackSpec.Topology;
import dev.hansom.lab.stack.StackSpec.Transactions;
import java.util.List;
import java.util.stream.Stream;

/** Reads one variant, and refuses combinations that cannot work or would measure something else than they say. */
final class VariantReader {

    /** Keys that may be multiplied out. */
    static final List<String> AXES = List.of(
            "topology",
            "reset_by",
            "reset",
            "statements",
            "transactions",
            "max_prepared_statements",
            "pool_size",
            "api_connections");

    private static final List<String> KEYS = Stream.concat(
                    Stream.of("id", "label", "group", "baseline", "axes"), AXES.stream())
            .toList();

    private VariantReader() {}

    /** Checks the recipe's defaults: values for keys that a variant leaves out. */
    static Mapping defaults(Mapping mapping) {
        new MapReader(mapping, "defaults", AXES);
        return mapping;
    }

    /**
     * Reads a variant.
     *
     * @param mapping with the defaults in it already
     * @param at where the variant itself stands
     */
    static Variant read(Mapping mapping, Location at) {
        MapReader keys = new MapReader(new Mapping(at, mapping.entries()), "variants", KEYS);
        String id = keys.text("id", RecipeReader.NAME, RecipeReader.NAME_RULE);
        if (id.endsWith(Variant.CONTROL_SUFFIX)) {
            throw keys.error("id", "'" + Variant.CONTROL_SUFFIX + "' is the ending of null controls, choose another");
        }
        Topology topology = keys.choice("topology", Topology.class);
        Statements statements = keys.choice("statements", Statements.class);
        ResetBy resetBy = keys.has("reset_by") ? keys.choice("reset_by", ResetBy.class) : ResetBy.API;
        ApiReset reset = keys.choice("reset", ApiReset.class);
        if (topology == Topology.DIRECT && resetBy == ResetBy.POOLER) {
            throw keys.error("reset_by", "there is no pooler in topology direct to send the reset");
        }
        if (statements == Statements.CACHED && resetBy == ResetBy.API && reset == ApiReset.DISCARD_ALL) {
            throw keys.error(
                    "reset",
                    "the API cannot send DISCARD ALL with cached statements: it drops the prepared statements whose names"
                            + " the client's cache goes on using; use statements: named");
        }
        return new Variant(
                id,
                keys.optionalText("label").orElse(id),
                keys.has("group")
                        ? keys.text("group", RecipeReader.NAME, RecipeReader.NAME_RULE)
                        : Names.kebab(topology),
                keys.flag("baseline", false),
                resetBy,
                reset,
                Variant.stack(
                        topology,
                        statements,
                        keys.choice("transactions", Transactions.class),
                        keys.integer("pool_size", 1, 1000),
                        keys.integer("api_connections", 1, 10_000),
                        topology == Topology.DIRECT ? 0 : keys.integer("max_prepared_statements", 0, 100_000),
                        resetBy == ResetBy.POOLER ? reset : ApiReset.NONE));
    }
}
