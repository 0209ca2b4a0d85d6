package dev.hansom.lab.recipe;

import dev.hansom.lab.recipe.YamlNode.Entry;
import dev.hansom.lab.recipe.YamlNode.Location;
import dev.hansom.lab.recipe.YamlNode.Mapping;
import dev.hansom.lab.recipe.YamlNode.Scalar;
import dev.hansom.lab.recipe.YamlNode.Sequence;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Typed access to one mapping of a recipe. Every complaint is a {@link RecipeException} that points at the key. */
final class MapReader {

    private final Mapping mapping;
    private final String path;

    /**
     * A reader that knows all keys the mapping may have.
     *
     * @param path keys from the root, empty for the root itself
     * @throws RecipeException at the first other key
     */
    MapReader(Mapping mapping, String path, List<String> keys) {
        this.mapping = mapping;
        this.path = path;
        mapping.entries().forEach((key, entry) -> {
            if (!keys.contains(key)) {
                throw entry.keyAt().error(pathOf(key), "unknown key; known here: " + String.join(", ", keys));
            }
        });
    }

    boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    RecipeException error(String key, String problem) {
        Entry entry = mapping.entries().get(key);
        Location at = entry == null ? mapping.at() : entry.value().at();
        return at.error(pathOf(key), problem);
    }

    String text(String key) {
        String text = scalar(key).text();
        if (text.isBlank()) {
            throw error(key, "must not be empty");
        }
        return text.strip();
    }

    String text(String key, Pattern pattern, String rule) {
        String text = text(key);
        if (!pattern.matcher(text).matches()) {
            throw error(key, "'" + text + "' will not do: " + rule);
        }
        return text;
    }

    Optional<String> optionalText(String key) {
        return has(key) ? Optional.of(text(key)) : Optional.empty();
    }

    int integer(String key, int low, int high) {
        String text = text(key);
        try {
            int value = Integer.parseInt(text);
            if (value >= low && value <= high) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message below covers it.
        }
        throw error(key, "must be a whole number from " + low + " to " + high + ", not '" + text + "'");
    }

    double number(String key, double low, double high) {
        String text = text(key);
        try {
            double value = Double.parseDouble(text);
            if (value >= low && value <= high) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message below covers it.
        }
        throw error(key, "must be a number from " + plain(low) + " to " + plain(high) + ", not '" + text + "'");
    }

    Duration seconds(String key, double low, double high) {
        return Duration.ofNanos(Math.round(number(key, low, high) * 1e9));
    }

    boolean flag(String key, boolean otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        return switch (text(key)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw error(key, "must be true or false, not '" + text(key) + "'");
        };
    }

    <E extends Enum<E>> E choice(String key, Class<E> type) {
        String text = text(key);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> Names.kebab(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> error(
                        key,
                        "'" + text + "' is none of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(type.getEnumConstants())
                                                .map(Names::kebab)
                                                .toList())));
    }

    Mapping mapping(String key) {
        YamlNode node = required(key);
        if (node instanceof Mapping found) {
            return found;
        }
        throw error(key, "must be a mapping of keys, not " + node.kind());
    }

    List<YamlNode> list(String key) {
        YamlNode node = required(key);
        if (!(node instanceof Sequence sequence)) {
            throw error(key, "must be a list, not " + node.kind());
        }
        if (sequence.items().isEmpty()) {
            throw error(key, "the list is empty: it needs at least one item");
        }
        return sequence.items();
    }

    /** A non-empty list of plain values. */
    List<Scalar> scalars(String key) {
        return list(key).stream()
                .map(item -> {
                    if (item instanceof Scalar scalar && !scalar.text().isBlank()) {
                        return scalar;
                    }
                    throw item.at().error(pathOf(key), "must be a list of plain values, not of " + item.kind());
                })
                .toList();
    }

    String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private Scalar scalar(String key) {
        YamlNode node = required(key);
        if (node instanceof Scalar scalar) {
            return scalar;
        }
        throw error(key, "must be a single value, not " + node.kind());
    }

    private YamlNode required(String key) {
        Entry entry = mapping.entries().get(key);
        if (entry == null) {
            throw mapping.at().error(pathOf(key), "this key is missing");
        }
        return entry.value();
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
