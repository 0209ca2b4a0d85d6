package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How the stack's JVMs run: the Java that runs the lab, and the same flags for all of them, so that a difference between
 * two variants is not one of memory settings.
 */
final class Jvm {

    private static final Path HOME = Path.of(System.getProperty("java.home"));

    private Jvm() {}

    static Path home() {
        return HOME;
    }

    static Path java() {
        return HOME.resolve("bin/java");
    }

    /**
     * The flags.
     *
     * @param temporary where the JVM and its libraries may leave files; made here
     */
    static List<String> flags(Path temporary) {
        try {
            Files.createDirectories(temporary);
        } catch (IOException e) {
            throw new StackException("cannot make " + temporary + ": " + e.getMessage(), e);
        }
        return List.of(
                "-XX:+UseSerialGC",
                "-Xms256m",
                "-Xmx256m",
                // Its file in /tmp would outlive a JVM that is killed.
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + temporary);
    }

    /** The same for the variable JDK_JAVA_OPTIONS, which a JVM reads whoever starts it. */
    static String flagsForEnvironment(Path temporary) {
        return flags(temporary).stream().map(flag -> '"' + flag + '"').collect(Collectors.joining(" "));
    }
}
