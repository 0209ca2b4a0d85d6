package dev.hansom.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules for all files of the repository, whichever module they are in. */
class RepositoryRulesTest {

    private static final int LONGEST_FILE = 400;
    private static final Set<String> NOT_OURS = Set.of("mvnw", "mvnw.cmd", "LICENSE");
    private static final Pattern EMPTY_NAME =
            Pattern.compile("\\b(?:class|interface|record|enum)\\s+(\\w*(?:Manager|Util|Utils|Helper))\\b");

    /** Where a developer's machine keeps its working copies: no business of anybody else. Built up, not to find itself. */
    private static final List<String> PLACES = List.of("/" + "work/", "/tmp/" + "wt");

    private static RepositoryFiles files;

    @BeforeAll
    static void read() throws IOException {
        files = RepositoryFiles.read();
        assertThat(files.text()).as("files found").hasSizeGreaterThan(50);
    }

    @Test
    void noFileIsLongerThan400Lines() {
        List<String> tooLong = files.text().stream()
                .filter(file -> !NOT_OURS.contains(files.name(file))
                        && !files.name(file).startsWith("docs/results/"))
                .filter(file -> RepositoryFiles.lines(file).size() > LONGEST_FILE)
                .map(file ->
                        files.name(file) + ": " + RepositoryFiles.lines(file).size() + " lines")
                .toList();
        assertThat(tooLong).as("files to be divided").isEmpty();
    }

    @Test
    void noTypeHasANameThatSaysNothing() {
        List<String> names = files.text().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .flatMap(file -> RepositoryFiles.lines(file).stream()
                        .filter(line -> EMPTY_NAME.matcher(line).find())
                        .map(line -> files.name(file) + ": " + line.strip()))
                .toList();
        assertThat(names).as("types to be named after what they do").isEmpty();
    }

    @Test
    void everyMainPackageIsNullMarked() {
        Set<Path> packages = new TreeSet<>();
        files.all().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> files.name(file).contains("src/main/java/"))
                .forEach(file -> packages.add(file.getParent()));
        assertThat(packages).isNotEmpty();
        List<String> unmarked = packages.stream()
                .filter(directory -> !isNullMarked(directory.resolve("package-info.java")))
                .map(files::name)
                .toList();
        assertThat(unmarked)
                .as("packages without a @NullMarked package-info.java")
                .isEmpty();
    }

    private static boolean isNullMarked(Path packageInfo) {
        return Files.exists(packageInfo)
                && RepositoryFiles.lines(packageInfo).stream()
                        .anyMatch(line -> line.strip().equals("@NullMarked"));
    }

    @Test
    void noFileNamesAPlaceOnSomebodysMachine() {
        List<String> found = files.text().stream()
                .flatMap(file -> RepositoryFiles.lines(file).stream()
                        .filter(line -> PLACES.stream().anyMatch(line::contains))
                        .map(line -> files.name(file) + ": " + line.strip()))
                .toList();
        assertThat(found).as("paths of one machine").isEmpty();
    }

    @Test
    void theRuleOnNamesFindsWhatItIsFor() {
        assertThat(List.of(
                        "final class Pool" + "Manager {", "record String" + "Utils() {}", "public enum " + "Helper {"))
                .allMatch(line -> EMPTY_NAME.matcher(line).find());
        assertThat(List.of("final class Pool {", "class EntityManagerFactory {", "utils.helper();"))
                .noneMatch(line -> EMPTY_NAME.matcher(line).find());
    }
}
