package dev.hansom.lab.cli;

import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.RecipeDirectory;
import dev.hansom.lab.recipe.RecipeReader;
import dev.hansom.lab.report.ReportFiles;
import dev.hansom.lab.report.Summary;
import dev.hansom.lab.report.Summary.State;
import dev.hansom.lab.report.TerminalReport;
import dev.hansom.lab.run.EnvironmentProbe;
import dev.hansom.lab.run.LabBench;
import dev.hansom.lab.run.Plan;
import dev.hansom.lab.run.RunDirectory;
import dev.hansom.lab.run.RunException;
import dev.hansom.lab.run.Runner;
import dev.hansom.lab.stack.LabDirs;
import dev.hansom.lab.stack.StackException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab run}: runs a recipe and reports what it showed. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs a recipe: starts the stacks it names, measures its variants in rounds, and writes a report.",
            "Ctrl-C ends it; what was measured so far is kept and reported."
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 the tool failed, 2 bad recipe or options, 5 the measurement is invalid. The quick form"
                    + " warns of an invalid measurement and ends with 0, unless nothing was measured or --strict is given.",
            "",
            "Example: lab run reset-cost --only sidecar-discard-all --rounds 12"
        })
public final class RunCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Parameters(
            paramLabel = "RECIPE",
            description = "Name of a recipe in load-gen/recipes, or the path of a YAML file.")
    private String recipe = "";

    @Option(names = "--quick", description = "The recipe's quick form.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds, 1 to 50; an interval needs at least 6.")
    private @Nullable Integer rounds;

    @Option(names = "--rate", paramLabel = "R", description = "Requests a second.")
    private @Nullable Double rate;

    @Option(
            names = "--only",
            paramLabel = "ID",
            split = ",",
            description = "These variants only, and the baselines they are compared with.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The run directory, new or empty. Default: runs/RECIPE-DATE-TIME in the repository.")
    private @Nullable Path out;

    @Option(names = "--strict", description = "End with 5 on an invalid measurement in the quick form too.")
    private boolean strict;

    @Override
    public Integer call() {
        Path root = LabDirs.repositoryRoot();
        Recipe effective = effective(new RecipeDirectory(root.resolve("load-gen/recipes")));
        RunDirectory directory = out == null
                ? RunDirectory.createIn(root.resolve("runs"), effective, Instant.now(), ZoneId.systemDefault())
                : RunDirectory.createAt(out.toAbsolutePath().normalize(), effective);
        Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("hansom", Version.text());
        environment.putAll(EnvironmentProbe.system().read(commandText(), root));
        try (EndRequest end = EndRequest.install(Thread.currentThread());
                RunProgress progress =
                        new RunProgress(directory.path(), command.commandLine().getOut())) {
            Runner runner = new Runner(
                    Plan.of(effective), dir -> LabBench.open(root, dir), directory, environment, progress, end::asked);
            String failure = run(runner, progress);
            return report(directory, failure);
        }
    }

    /** Runs to the end; the reason where it did not get there, empty where it did. */
    private static String run(Runner runner, RunProgress progress) {
        try {
            runner.run();
            return "";
        } catch (InterruptedException e) {
            return "interrupted";
        } catch (StackException | RunException e) {
            return String.valueOf(e.getMessage());
        } finally {
            progress.close();
        }
    }

    private int report(RunDirectory directory, String failure) {
        Summary summary = ReportFiles.write(directory.path());
        PrintWriter console = command.commandLine().getOut();
        if (!failure.isEmpty()) {
            console.flush();
            command.commandLine().getErr().println("lab: " + failure);
            command.commandLine().getErr().flush();
        }
        if (summary.passes() > 0) {
            console.println();
            console.print(TerminalReport.of(summary));
        }
        console.println("report: " + directory.path().resolve("report.md"));
        console.flush();
        return exitCode(summary, strict || !quick);
    }

    static int exitCode(Summary summary, boolean strict) {
        if (summary.state() != State.COMPLETE) {
            return ExitCode.TOOL_ERROR;
        }
        boolean measured =
                summary.variants().stream().anyMatch(v -> !v.cpuMicros().isEmpty());
        return measured && (summary.verdict().valid() || !strict) ? ExitCode.PASS : ExitCode.INVALID_MEASUREMENT;
    }

    private Recipe effective(RecipeDirectory recipes) {
        Recipe read = RecipeReader.read(recipes.find(recipe), quick ? RecipeReader.Form.QUICK : RecipeReader.Form.FULL);
        if (!only.isEmpty()) {
            read = read.only(only);
        }
        if (rounds != null) {
            read = read.withRounds((int) within("--rounds", rounds, 50));
        }
        return rate == null ? read : read.withRate(within("--rate", rate, 100_000));
    }

    private double within(String option, double value, int high) {
        if (value >= 1 && value <= high) {
            return value;
        }
        throw new ParameterException(
                command.commandLine(), option + " must be from 1 to " + high + ", not " + plain(value));
    }

    /** What would do the same again, but for the run directory. */
    private String commandText() {
        StringBuilder text = new StringBuilder("./lab run ").append(recipe);
        if (quick) {
            text.append(" --quick");
        }
        if (rounds != null) {
            text.append(" --rounds ").append(rounds);
        }
        if (rate != null) {
            text.append(" --rate ").append(plain(rate));
        }
        if (!only.isEmpty()) {
            text.append(" --only ").append(String.join(",", only));
        }
        return text.toString();
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    }
}
