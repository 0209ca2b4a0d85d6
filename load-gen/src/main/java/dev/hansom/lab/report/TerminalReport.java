package dev.hansom.lab.report;

import dev.hansom.lab.report.Summary.Group;
import dev.hansom.lab.report.Summary.State;
import java.util.Locale;

/** What a run prints at its end. Pure. */
public final class TerminalReport {

    private TerminalReport() {}

    /** The table and what has to be said with it, lines ended by {@code \n}. */
    public static String of(Summary summary) {
        boolean references = Figures.anyReference(summary.variants());
        StringBuilder out = new StringBuilder(
                "CPU microseconds a request by group of processes; change of the stack's; share of Parse messages that reached a"
                        + " server; response time in ms\n\n");
        out.append(TextTable.plain(Figures.titles(references), Figures.rows(summary.variants(), references)));
        out.append('\n');
        if (references) {
            out.append("reference: somebody else's figures on other hardware, see the report\n");
        }
        if (summary.variants().stream().anyMatch(v -> v.voidRounds() > 0)) {
            out.append(Figures.VOID_MARK
                    + " rests on void passes too: the machine was not quiet enough, see the report\n");
        }
        for (Group group : summary.groups()) {
            out.append("null control, ")
                    .append(group.name())
                    .append(": ")
                    .append(control(group))
                    .append('\n');
        }
        if (summary.state() != State.COMPLETE) {
            out.append("the run is not complete (")
                    .append(summary.state().name().toLowerCase(Locale.ROOT))
                    .append(summary.message().isEmpty() ? "" : ": " + summary.message())
                    .append("): the figures are of the passes that were made\n");
        }
        summary.verdict()
                .reasons()
                .forEach(reason -> out.append("warning: ").append(reason).append('\n'));
        return out.toString();
    }

    static String control(Group group) {
        return group.containsZero()
                .map(contains ->
                        contains ? "passed, its interval contains zero" : "FAILED, its interval leaves out zero")
                .orElse("undecided, too few rounds for an interval");
    }
}
