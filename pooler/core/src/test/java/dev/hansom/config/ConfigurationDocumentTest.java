package dev.hansom.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/configuration.md to the tables in the code. */
class ConfigurationDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "..", "docs", "configuration.md");

    @Test
    void listsEverySettingAsTheCodeHasIt() throws IOException {
        assertThat(rows("## Section [pgbouncer]"))
                .containsExactlyElementsOf(Arrays.stream(Setting.values())
                        .map(setting -> "| `%s` | %s | %s | %s |"
                                .formatted(
                                        setting.key(),
                                        setting.type().words(),
                                        setting.defaultValue().isEmpty()
                                                ? "not set"
                                                : "`" + setting.defaultValue() + "`",
                                        setting.meaning()))
                        .toList());
    }

    @Test
    void listsEveryKeyOfADatabase() throws IOException {
        assertThat(names("## Section [databases]")).containsExactlyInAnyOrderElementsOf(DatabaseReader.KEYS);
    }

    @Test
    void listsThePropertyOfEverySetting() throws IOException {
        assertThat(names("## Properties of a host application"))
                .containsAll(
                        Arrays.stream(Setting.values()).map(Setting::property).toList())
                .doesNotHaveDuplicates();
    }

    private static List<String> names(String heading) throws IOException {
        return rows(heading).stream().map(row -> row.split("`")[1]).toList();
    }

    /** The rows of the table below a heading, without its head. */
    private static List<String> rows(String heading) throws IOException {
        List<String> lines = Files.readAllLines(DOCUMENT);
        assertThat(lines).contains(heading);
        Stream<String> below = lines.stream()
                .skip(lines.indexOf(heading) + 1L)
                .takeWhile(line -> !line.startsWith("#"))
                .filter(line -> line.startsWith("| `"));
        return below.collect(Collectors.toList());
    }
}
