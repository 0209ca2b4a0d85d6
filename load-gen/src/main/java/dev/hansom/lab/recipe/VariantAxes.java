package dev.hansom.lab.recipe;

import dev.hansom.lab.recipe.YamlNode.Entry;
import dev.hansom.lab.recipe.YamlNode.Mapping;
import dev.hansom.lab.recipe.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Multiplies out a variant with {@code axes}: one variant for each combination of their values. In {@code id},
 * {@code label} and {@code group} the form {@code {axis}} stands for the axis' value; {@code baseline} may be a mapping,
 * which holds for the combinations that match it.
 */
final class VariantAxes {

    private static final List<String> TEMPLATES = List.of("id", "label", "group");

    private VariantAxes() {}

    static List<Mapping> expand(Mapping variant) {
        Entry axesEntry = variant.entries().get("axes");
        if (axesEntry == null) {
            return List.of(variant);
        }
        if (!(axesEntry.value() instanceof Mapping axesMapping)) {
            throw axesEntry.value().at().error("variants.axes", "must be a mapping of keys to lists of values");
        }
        MapReader axes = new MapReader(axesMapping, "variants.axes", VariantReader.AXES);
        List<Map<String, Scalar>> combinations = List.of(Map.of());
        for (String axis : axesMapping.entries().keySet()) {
            if (variant.entries().containsKey(axis)) {
                throw axes.error(axis, "is set beside the axes too: keep one of the two");
            }
            List<Map<String, Scalar>> longer = new ArrayList<>();
            for (Map<String, Scalar> combination : combinations) {
                for (Scalar value : axes.scalars(axis)) {
                    Map<String, Scalar> more = new LinkedHashMap<>(combination);
                    more.put(axis, value);
                    longer.add(more);
                }
            }
            combinations = longer;
        }
        return combinations.stream()
                .map(values -> combined(variant.without("axes"), axesMapping, values))
                .toList();
    }

    private static Mapping combined(Mapping variant, Mapping axes, Map<String, Scalar> values) {
        Map<String, Entry> entries = new LinkedHashMap<>(variant.entries());
        for (String key : TEMPLATES) {
            Entry template = entries.get(key);
            if (template != null && template.value() instanceof Scalar scalar) {
                entries.put(key, RecipeReader.valueAt(template, filledIn(scalar, key, values)));
            }
        }
        Entry baseline = entries.get("baseline");
        if (baseline != null && baseline.value() instanceof Mapping pattern) {
            entries.put("baseline", RecipeReader.valueAt(baseline, Boolean.toString(matches(pattern, values))));
        }
        values.forEach((axis, value) -> {
            Entry axisEntry = axes.entries().get(axis);
            entries.put(axis, new Entry(axisEntry == null ? value.at() : axisEntry.keyAt(), value));
        });
        return new Mapping(variant.at(), entries);
    }

    private static String filledIn(Scalar template, String key, Map<String, Scalar> values) {
        String text = template.text();
        for (Map.Entry<String, Scalar> value : values.entrySet()) {
            text = text.replace("{" + value.getKey() + "}", value.getValue().text());
        }
        if (text.contains("{")) {
            throw template.at()
                    .error(
                            "variants." + key,
                            "'" + text + "' still names something in braces; the axes are "
                                    + String.join(", ", values.keySet()));
        }
        return text;
    }

    private static boolean matches(Mapping pattern, Map<String, Scalar> values) {
        MapReader keys = new MapReader(pattern, "variants.baseline", List.copyOf(values.keySet()));
        return pattern.entries().keySet().stream().allMatch(axis -> {
            Scalar value = values.get(axis);
            return value != null && value.text().equals(keys.text(axis));
        });
    }
}
