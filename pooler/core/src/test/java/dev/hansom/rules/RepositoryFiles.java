package dev.hansom.rules;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the source tree, found without git: what builds and runs leave behind is passed over by name. */
final class RepositoryFiles {

    private static final Set<String> NOT_SOURCE =
            Set.of("target", ".git", "runs", "node_modules", ".idea", ".vscode", ".settings");
    private static final Set<String> WRITTEN_BY_HAND =
            Set.of("java", "sh", "yaml", "yml", "md", "xml", "sql", "properties", "js", "html", "css", "json");

    private final Path root;
    private final List<Path> files;

    private RepositoryFiles(Path root, List<Path> files) {
        this.root = root;
        this.files = files;
    }

    static RepositoryFiles read() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException(
                        "No directory above " + Path.of("").toAbsolutePath() + " has mvnw");
            }
        }
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NOT_SOURCE.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return new RepositoryFiles(root, List.copyOf(files));
    }

    List<Path> all() {
        return files;
    }

    /** As it is written in messages: from the root, with slashes. */
    String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** Source, configuration, documents and scripts; binary files are not. */
    List<Path> text() {
        return files.stream().filter(RepositoryFiles::isText).toList();
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? isScript(file) : WRITTEN_BY_HAND.contains(name.substring(dot + 1));
    }

    private static boolean isScript(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(2), StandardCharsets.ISO_8859_1).equals("#!");
        } catch (IOException e) {
            return false;
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new IllegalStateException("Not UTF-8 text: " + file, e);
        }
    }
}
