package dev.hansom.lab.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;

/** Answers bad options with one sentence and where to read on, not with the whole help text. */
final class ShortErrors implements IParameterExceptionHandler {

    /** Sets a command line up, subcommands too; without it {@code --body @FILE} would be taken for a file of options. */
    static CommandLine install(CommandLine commandLine) {
        return commandLine.setExpandAtFiles(false).setParameterExceptionHandler(new ShortErrors());
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + e.getMessage());
        command.getErr().println("See '" + name + " --help'.");
        command.getErr().flush();
        return ExitCode.BAD_CONFIGURATION;
    }
}
