package dev.hansom.lab.cli;

import dev.hansom.lab.recipe.RecipeException;
import dev.hansom.lab.run.RunException;
import dev.hansom.lab.stack.StackException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code lab}: the command that has the others, and what is started without any. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "[COMMAND]",
        subcommands = {RunCommand.class, ReportCommand.class, LoadCommand.class, UpCommand.class, DoctorCommand.class},
        description = {
            "Prices settings of a PostgreSQL pooler in CPU time per request, on this machine.",
            "Without a command: run reset-cost --quick, which takes about five minutes."
        },
        footer = {
            "",
            "Exit codes: 0 pass, 1 tool error, 2 bad configuration, 3 failed, 4 inconclusive, 5 invalid measurement.",
            "'lab COMMAND --help' tells more about each."
        })
public final class LabCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return ShortErrors.install(new CommandLine(new LabCommand()))
                .setExecutionExceptionHandler((e, commandLine, parsed) -> failed(e, commandLine));
    }

    @Option(
            names = "--no-color",
            scope = ScopeType.INHERIT,
            description = "No colours, on a terminal either. NO_COLOR in the environment does the same.")
    void noColor(boolean chosen) {
        System.setProperty("picocli.ansi", "false");
    }

    @Override
    public Integer call() {
        CommandLine run = command.commandLine().getSubcommands().get("run");
        return run == null ? ExitCode.TOOL_ERROR : run.execute("reset-cost", "--quick");
    }

    /** What the person at the terminal can do something about gets a sentence, anything else its stack trace. */
    private static int failed(Exception e, CommandLine commandLine) {
        boolean known = e instanceof RecipeException || e instanceof RunException || e instanceof StackException;
        if (known) {
            commandLine.getErr().println("lab: " + e.getMessage());
        } else {
            commandLine.getErr().println("lab: this is a mistake in the lab itself, please report it:");
            e.printStackTrace(commandLine.getErr());
        }
        commandLine.getErr().flush();
        return e instanceof RecipeException ? ExitCode.BAD_CONFIGURATION : ExitCode.TOOL_ERROR;
    }
}
