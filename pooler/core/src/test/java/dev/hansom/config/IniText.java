package dev.hansom.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes configuration files for one test and reads them. */
final class IniText {

    /** What every usable file needs, in three lines. */
    static final String MINIMUM = """
            [pgbouncer]
            pool_mode = transaction
            auth_type = trust
            """;

    private final Path directory;

    IniText(Path directory) {
        this.directory = directory;
    }

    /** Writes a file; {@code @DIR@} in its text becomes the directory. */
    Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text.replace("@DIR@", directory.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PoolerConfig read(String text) throws ConfigException {
        return ConfigReader.read(write("test.ini", text));
    }

    /** The messages of a file that is refused, without the directory. */
    List<String> mistakes(String text) {
        return mistakes(write("test.ini", text));
    }

    List<String> mistakes(Path file) {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> ConfigReader.read(file));
        if (refused == null) {
            throw new AssertionError("the file was accepted");
        }
        return refused.messages().stream()
                .map(message -> message.replace(directory + "/", ""))
                .toList();
    }
}
