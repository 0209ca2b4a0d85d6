package dev.hansom.fuzz;

import dev.hansom.state.ClientEncoding;
import dev.hansom.state.PreparedCommand;
import dev.hansom.state.PreparedCommands;
import dev.hansom.state.SqlLexer;
import dev.hansom.state.SqlLexer.Token;

/** Any text is taken apart from its beginning to its end, and never beyond it. */
public final class SqlLexerFuzz {

    private SqlLexerFuzz() {}

    /** How the text is read, then the text. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        boolean backslashes = (input[0] & 1) != 0;
        ClientEncoding encoding = ClientEncoding.values()[(input[0] >> 1 & 3)];
        SqlLexer lexer = new SqlLexer(input, 1, input.length, backslashes, encoding);
        int at = 1;
        for (Token token = lexer.next(); token != Token.END && token != Token.BROKEN; token = lexer.next()) {
            if (lexer.from() < at || lexer.to() <= lexer.from() || lexer.to() > input.length) {
                throw new AssertionError(token + " from " + lexer.from() + " to " + lexer.to() + " behind " + at);
            }
            at = lexer.to();
        }
        if (lexer.to() != input.length) {
            throw new AssertionError("ended at " + lexer.to());
        }
        PreparedCommands found =
                PreparedCommands.of(input, new SqlLexer(input, 1, input.length, backslashes, encoding));
        for (PreparedCommand command : found.commands()) {
            if (command.text().length == 0 || command.name().length() > 63) {
                throw new AssertionError(command.toString());
            }
        }
    }
}
