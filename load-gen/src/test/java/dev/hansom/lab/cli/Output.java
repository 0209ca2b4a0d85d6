package dev.hansom.lab.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What a command printed and how it ended. */
record Output(int exit, String out, String err) {

    static Output of(Object command, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = ShortErrors.install(new CommandLine(command))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Output(exit, out.toString(), err.toString());
    }
}
