package dev.hansom.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hansom.lab.report.Summary.Change;
import dev.hansom.lab.run.RunException;
import dev.hansom.lab.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a committed run directory of 6 rounds with two void passes. Where the schema changes, {@code ./lab report} on that
 * directory writes the expected summary anew; look at the difference before you commit it.
 */
class SummaryBuilderTest {

    private static final Path TINY = Path.of("src/test/resources/runs/tiny");

    @TempDir
    private Path dir;

    @Test
    void summaryIsTheCommittedOne() throws Exception {
        JsonNode expected = RunJson.PRETTY.readTree(TINY.resolve("summary.json").toFile());
        JsonNode actual = RunJson.PRETTY.readTree(RunJson.PRETTY.writeValueAsString(SummaryBuilder.from(TINY)));
        assertThat(actual).isEqualTo(expected);
    }

    /** These were computed from the raw files by other means: ratios, logarithms, all Walsh averages. */
    @Test
    void changeIsWhatAnIndependentCalculationGives() {
        Change change = SummaryBuilder.from(TINY).variants().get(2).change().orElseThrow();
        assertThat(change.median()).isCloseTo(0.5066243149127674, within(1e-9));
        assertThat(change.hl()).isCloseTo(0.5020049975872034, within(1e-9));
        assertThat(change.low().orElseThrow()).isCloseTo(0.49143662222354156, within(1e-9));
        assertThat(change.high().orElseThrow()).isCloseTo(0.5106435762206465, within(1e-9));
    }

    @Test
    void rawFilesAloneAreEnough() throws Exception {
        copy();
        Summary before = SummaryBuilder.from(dir);
        Files.delete(dir.resolve("summary.json"));
        Files.delete(dir.resolve("passes.csv"));
        assertThat(SummaryBuilder.from(dir)).isEqualTo(before);
        assertThat(ReportFiles.write(dir)).isEqualTo(before);
        assertThat(dir.resolve("summary.json")).hasSameTextualContentAs(TINY.resolve("summary.json"));
    }

    @Test
    void killedRunIsReportedFromWhatThereIs() throws Exception {
        copy();
        for (int pass = 8; pass <= 20; pass++) {
            Files.delete(dir.resolve(String.format(Locale.ROOT, "passes/%03d.json", pass)));
        }
        Files.delete(dir.resolve("environment.json"));
        String events = Files.readString(dir.resolve("events.ndjson"));
        Files.writeString(dir.resolve("events.ndjson"), events.substring(0, 900));

        Summary summary = ReportFiles.write(dir);
        assertThat(summary.state()).isEqualTo(Summary.State.UNFINISHED);
        assertThat(summary.passes()).isEqualTo(7);
        assertThat(Files.readString(dir.resolve("report.md"))).contains("not complete", "Not recorded.");
    }

    @Test
    void otherDirectoriesAreRefused() {
        assertThatThrownBy(() -> SummaryBuilder.from(dir))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("is not a run directory");
    }

    @Test
    void reportSaysWhatAReaderNeeds() {
        String report = MarkdownReport.of(SummaryBuilder.from(TINY));
        assertThat(report)
                .contains(
                        "| sidecar, discard-all |",
                        "| 88 % |",
                        "+52 %",
                        "Somebody else's figures",
                        "passed, its interval contains zero",
                        "2 of 20 passes are void",
                        "late sends 4.0 %, limit 1 %",
                        "./lab run reset-cost --quick --only sidecar-discard-all",
                        "## What may not be concluded")
                .doesNotContain("\n\n\n", "Optional");
    }

    @Test
    void terminalTableIsAligned() {
        List<String> lines =
                TerminalReport.of(SummaryBuilder.from(TINY)).lines().toList();
        assertThat(lines).anyMatch(l -> l.matches("sidecar, discard-all +752 +376 +752 +1879 +\\+50\\.7 % .*"));
        assertThat(lines).contains("null control, sidecar: passed, its interval contains zero");
        assertThat(lines.get(2)).startsWith("variant");
        assertThat(lines.get(3)).matches("[- ]+");
    }

    private void copy() throws IOException {
        try (Stream<Path> files = Files.walk(TINY)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = dir.resolve(TINY.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
