package dev.hansom.lab.recipe;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.hansom.lab.recipe.YamlNode.Entry;
import dev.hansom.lab.recipe.YamlNode.Location;
import dev.hansom.lab.recipe.YamlNode.Mapping;
import dev.hansom.lab.recipe.YamlNode.Scalar;
import dev.hansom.lab.recipe.YamlNode.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one YAML document into {@link YamlNode}s. Aliases, a second document and repeated keys are refused. */
final class YamlTree {

    private final String file;
    private final YAMLParser parser;

    private YamlTree(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * The document's root.
     *
     * @param file its name in messages
     * @throws RecipeException where the text is not one YAML document with a mapping at its root
     */
    static Mapping parse(String file, String text) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            YamlTree tree = new YamlTree(file, parser);
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new Location(file, 1, 1).error("", "the file is empty");
            }
            YamlNode root = tree.node(first);
            if (parser.nextToken() != null) {
                throw tree.here().error("", "a second document starts here: one recipe a file");
            }
            if (!(root instanceof Mapping mapping)) {
                throw root.at().error("", "a recipe is a mapping of keys, this is " + root.kind());
            }
            return mapping;
        } catch (JsonProcessingException e) {
            throw location(file, e.getLocation()).error("", "not valid YAML: " + firstLine(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private YamlNode node(JsonToken token) throws IOException {
        if (parser.isCurrentAlias()) {
            throw here().error("", "aliases are not understood in recipes: write the values out");
        }
        return switch (token) {
            case START_OBJECT -> mapping();
            case START_ARRAY -> sequence();
            case VALUE_NULL -> new Scalar(here(), "");
            default -> new Scalar(here(), parser.getText());
        };
    }

    private Mapping mapping() throws IOException {
        Location start = here();
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            Location keyAt = here();
            String key = parser.currentName();
            Entry entry = new Entry(keyAt, node(parser.nextToken()));
            if (entries.putIfAbsent(key, entry) != null) {
                throw keyAt.error(key, "this key stands twice in one mapping");
            }
        }
        return new Mapping(start, entries);
    }

    private Sequence sequence() throws IOException {
        Location start = here();
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(token));
        }
        return new Sequence(start, items);
    }

    private Location here() {
        return location(file, parser.currentTokenLocation());
    }

    private static Location location(String file, @Nullable JsonLocation at) {
        return at == null ? new Location(file, 1, 1) : new Location(file, at.getLineNr(), at.getColumnNr());
    }

    private static String firstLine(@Nullable String message) {
        return message == null ? "" : message.lines().findFirst().orElse("");
    }
}
