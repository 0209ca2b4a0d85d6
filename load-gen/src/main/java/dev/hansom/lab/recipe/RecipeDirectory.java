package dev.hansom.lab.recipe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The recipes that come with the lab, by name. */
public record RecipeDirectory(Path directory) {

    private static final String SUFFIX = ".yaml";

    /** Names in alphabetical order. */
    public List<String> names() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory, e);
        }
    }

    /**
     * The file of a recipe.
     *
     * @param nameOrPath a name, or the path of a YAML file
     * @throws RecipeException where there is none; lists those that exist
     */
    public Path find(String nameOrPath) {
        if (names().contains(nameOrPath)) {
            return directory.resolve(nameOrPath + SUFFIX);
        }
        boolean path = nameOrPath.endsWith(SUFFIX) || nameOrPath.endsWith(".yml");
        if (path && Files.isRegularFile(Path.of(nameOrPath))) {
            return Path.of(nameOrPath);
        }
        throw new RecipeException((path ? "no such recipe file: " : "unknown recipe '") + nameOrPath + (path ? "" : "'")
                + "; recipes in " + directory + ": " + (names().isEmpty() ? "none" : String.join(", ", names())));
    }
}
