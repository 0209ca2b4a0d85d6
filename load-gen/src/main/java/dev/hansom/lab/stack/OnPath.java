package dev.hansom.lab.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs the way a shell does. */
final class OnPath {

    private OnPath() {}

    static Optional<Path> find(String program) {
        String path = System.getenv("PATH");
        if (path == null) {
            return Optional.empty();
        }
        for (String directory : path.split(":", -1)) {
            Path candidate = Path.of(directory.isEmpty() ? "." : directory, program);
            if (Files.isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }
}
