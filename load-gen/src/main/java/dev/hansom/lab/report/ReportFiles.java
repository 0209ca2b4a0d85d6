package dev.hansom.lab.report;

import dev.hansom.lab.run.RunDirectory;
import java.nio.file.Path;

/** Writes {@code summary.json} and {@code report.md} into a run directory, from what else is in it. */
public final class ReportFiles {

    private ReportFiles() {}

    /**
     * Computes and writes both.
     *
     * @return what they say
     * @throws dev.hansom.lab.run.RunException where it is no run directory
     */
    public static Summary write(Path runDirectory) {
        Summary summary = SummaryBuilder.from(runDirectory);
        RunDirectory directory = RunDirectory.open(runDirectory);
        directory.json("summary.json", summary);
        directory.write("report.md", MarkdownReport.of(summary));
        return summary;
    }
}
