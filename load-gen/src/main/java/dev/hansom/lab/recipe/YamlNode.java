package dev.hansom.lab.recipe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A YAML document as a tree that remembers where everything stood, so that any later complaint can point at it. */
sealed interface YamlNode {

    Location at();

    /** What to call this kind of node in a message. */
    String kind();

    /** A place in a file, lines and columns counted from 1. */
    record Location(String file, int line, int column) {

        RecipeException error(String key, String problem) {
            return new RecipeException(
                    file + ":" + line + ":" + column + ": " + (key.isEmpty() ? "" : key + ": ") + problem);
        }
    }

    /** A plain or quoted value; an empty one has the text {@code ""}. */
    record Scalar(Location at, String text) implements YamlNode {

        @Override
        public String kind() {
            return text.isEmpty() ? "nothing" : "the value '" + text + "'";
        }
    }

    /** A list. */
    record Sequence(Location at, List<YamlNode> items) implements YamlNode {

        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A mapping in the order of the file. */
    record Mapping(Location at, Map<String, Entry> entries) implements YamlNode {

        public Mapping {
            entries = new LinkedHashMap<>(entries);
        }

        @Override
        public String kind() {
            return "a mapping";
        }

        /** These entries with the other's laid over them; mappings in both are merged in the same way. */
        Mapping overlaidWith(Mapping other) {
            Map<String, Entry> merged = new LinkedHashMap<>(entries);
            other.entries.forEach((key, entry) -> merged.merge(
                    key,
                    entry,
                    (mine, theirs) -> mine.value() instanceof Mapping below && theirs.value() instanceof Mapping above
                            ? new Entry(theirs.keyAt(), below.overlaidWith(above))
                            : theirs));
            return new Mapping(at, merged);
        }

        /** These entries without some keys. */
        Mapping without(String... keys) {
            Map<String, Entry> rest = new LinkedHashMap<>(entries);
            List.of(keys).forEach(rest::remove);
            return new Mapping(at, rest);
        }
    }

    /** A key's place and its value. */
    record Entry(Location keyAt, YamlNode value) {}
}
