package dev.hansom.lab.cli;

import dev.hansom.lab.report.ReportFiles;
import dev.hansom.lab.report.Summary;
import dev.hansom.lab.report.TerminalReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab report}: computes a run's summary and report anew from its raw files. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Computes summary.json and report.md of a run anew from the raw files in its directory.",
        footer = {"", "Exit codes: 0 written, 1 it is no run directory, 2 bad options."})
public final class ReportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Parameters(paramLabel = "DIR", description = "The run directory, for instance runs/reset-cost-20260301-120000.")
    private Path directory = Path.of(".");

    @Override
    public Integer call() {
        Summary summary = ReportFiles.write(directory);
        PrintWriter out = command.commandLine().getOut();
        out.print(TerminalReport.of(summary));
        out.println("report: " + directory.resolve("report.md"));
        out.flush();
        return ExitCode.PASS;
    }
}
