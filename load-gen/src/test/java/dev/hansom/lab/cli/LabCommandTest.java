package dev.hansom.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What can be told without starting anything. */
class LabCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @TempDir
    private Path dir;

    @BeforeEach
    void repositoryIsTheParentOfThisModule() {
        System.setProperty(
                "hansom.root", Path.of("..").toAbsolutePath().normalize().toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty("hansom.root");
        System.clearProperty("picocli.ansi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "report", "load", "up", "doctor"})
    void everyCommandHasHelp(String command) {
        assertThat(execute(command, "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: lab " + command).contains("--no-color");
    }

    @Test
    void helpListsTheCommandsAndExitCodes() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).contains("run", "report", "load", "up", "doctor", "5 invalid measurement");
    }

    @Test
    void versionIsALine() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).matches("hansom lab \\S+\\R");
    }

    @Test
    void unknownRecipeListsTheExistingOnes() {
        assertThat(execute("run", "reset-costs")).isEqualTo(2);
        assertThat(errors.toString())
                .contains("unknown recipe 'reset-costs'", "reset-cost")
                .doesNotContain("\tat ");
    }

    @Test
    void badRecipeNamesThePlace() throws Exception {
        Path recipe = Files.writeString(dir.resolve("mine.yaml"), "name: mine\nrounds: x\nload: {}\nvariants: []\n");
        assertThat(execute("run", recipe.toString())).isEqualTo(2);
        assertThat(errors.toString()).startsWith("lab: mine.yaml:3:7: load.");
    }

    @ParameterizedTest
    @CsvSource({"--rounds,0,1 to 50", "--rounds,51,1 to 50", "--rate,0.5,1 to 100000", "--rounds,many,not an int"})
    void badOptionsAreRefusedBeforeAnythingStarts(String option, String value, String complaint) {
        assertThat(execute("run", "reset-cost", option, value, "--out", dir.toString()))
                .isEqualTo(2);
        assertThat(errors.toString()).contains(complaint);
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void unknownVariantListsTheRecipes() {
        assertThat(execute("run", "reset-cost", "--quick", "--only", "nothing", "--out", dir.toString()))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("no variant 'nothing'", "sidecar-discard-all");
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void directoryInUseIsRefused() throws Exception {
        Files.writeString(dir.resolve("file"), "");
        assertThat(execute("run", "reset-cost", "--quick", "--out", dir.toString()))
                .isEqualTo(1);
        assertThat(errors.toString()).contains("is not empty");
    }

    @Test
    void unknownCommandAndOptionAreRefused() {
        assertThat(execute("walk")).isEqualTo(2);
        assertThat(execute("run", "reset-cost", "--fast")).isEqualTo(2);
        assertThat(errors.toString()).contains("walk", "--fast", "See 'lab run --help'");
    }

    @Test
    void reportPrintsTheTableOfAnEarlierRun() throws Exception {
        Path tiny = Path.of("src/test/resources/runs/tiny");
        Files.createDirectory(dir.resolve("passes"));
        for (String name : new String[] {"recipe.yaml", "passes/001.json", "passes/002.json"}) {
            Files.copy(tiny.resolve(name), dir.resolve(name));
        }
        assertThat(execute("report", dir.toString(), "--no-color")).isZero();
        assertThat(out.toString()).contains("sidecar, discard-all", "report: " + dir.resolve("report.md"));
        assertThat(dir.resolve("summary.json")).exists();
    }

    @Test
    void reportOfSomethingElseIsAnError() {
        assertThat(execute("report", dir.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("is not a run directory").doesNotContain("\tat ");
    }

    private int execute(String... arguments) {
        CommandLine lab = LabCommand.commandLine();
        lab.setOut(new PrintWriter(out, true));
        lab.setErr(new PrintWriter(errors, true));
        return lab.execute(arguments);
    }
}
