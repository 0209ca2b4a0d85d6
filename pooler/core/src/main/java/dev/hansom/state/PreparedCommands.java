package dev.hansom.state;

import dev.hansom.state.PreparedCommand.Verb;
import dev.hansom.state.SqlLexer.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands about prepared statements in a text of SQL, in order.
 *
 * @param commands what the text says itself; what a function does is not seen
 * @param alone true where the text has no other statement
 */
public record PreparedCommands(List<PreparedCommand> commands, boolean alone) {

    /** Of a text that does nothing of the kind. */
    public static final PreparedCommands NONE = new PreparedCommands(List.of(), false);

    /**
     * True where the server is to drop all that it has prepared and will, as far as can be told: DISCARD ALL is refused in a
     * transaction and among other statements.
     */
    public boolean dropAll(boolean inTransaction) {
        for (PreparedCommand command : commands) {
            if (command.verb() == Verb.DEALLOCATE_ALL
                    || (command.verb() == Verb.DISCARD_ALL && alone && commands.size() == 1 && !inTransaction)) {
                return true;
            }
        }
        return false;
    }

    /** Reads the statements of a text, of which the lexer is at the beginning. */
    public static PreparedCommands of(byte[] text, SqlLexer lexer) {
        List<PreparedCommand> commands = new ArrayList<>();
        boolean alone = true;
        Token token = lexer.next();
        while (token != Token.END && token != Token.BROKEN) {
            if (lexer.isSymbol(';')) {
                token = lexer.next();
                continue;
            }
            PreparedCommand command = command(text, lexer);
            if (command == null) {
                alone = false;
            } else {
                commands.add(command);
            }
            token = lexer.token();
        }
        if (commands.isEmpty()) {
            return NONE;
        }
        return new PreparedCommands(List.copyOf(commands), alone && token == Token.END);
    }

    /** Reads one statement up to the semicolon or end behind it; null where it is of another kind. */
    private static @Nullable PreparedCommand command(byte[] text, SqlLexer lexer) {
        int from = lexer.from();
        if (lexer.isWord("prepare")) {
            return prepare(text, lexer, from);
        }
        Verb verb = null;
        String name = "";
        if (lexer.isWord("deallocate")) {
            lexer.next();
            boolean prepare = lexer.isWord("prepare");
            String word = prepare ? lexer.name() : "";
            if (prepare) {
                lexer.next();
            }
            if (lexer.isWord("all")) {
                verb = Verb.DEALLOCATE_ALL;
                lexer.next();
            } else if (isName(text, lexer)) {
                verb = Verb.DEALLOCATE;
                name = lexer.name();
                lexer.next();
            } else if (prepare) {
                verb = Verb.DEALLOCATE;
                name = word;
            }
        } else if (lexer.isWord("discard")) {
            lexer.next();
            if (lexer.isWord("all")) {
                verb = Verb.DISCARD_ALL;
                lexer.next();
            }
        }
        boolean whole = lexer.token() == Token.END || lexer.isSymbol(';');
        int to = whole ? lexer.from() : end(lexer);
        return verb == null || !whole ? null : new PreparedCommand(verb, name, Arrays.copyOfRange(text, from, to));
    }

    private static @Nullable PreparedCommand prepare(byte[] text, SqlLexer lexer, int from) {
        lexer.next();
        boolean named = isName(text, lexer);
        String name = named ? lexer.name() : "";
        if (named) {
            lexer.next();
            named = lexer.isSymbol('(') || lexer.isWord("as");
        }
        int to = end(lexer);
        return named ? new PreparedCommand(Verb.PREPARE, name, Arrays.copyOfRange(text, from, to)) : null;
    }

    /** A name that is read here; those with Unicode escapes are not. */
    private static boolean isName(byte[] text, SqlLexer lexer) {
        return lexer.token() == Token.WORD || (lexer.token() == Token.QUOTED_NAME && text[lexer.from()] == '"');
    }

    /** Goes on to the end of the statement, over the semicolons in brackets and in a function's body. */
    private static int end(SqlLexer lexer) {
        int depth = 0;
        int bodies = 0;
        boolean begin = false;
        while (lexer.token() != Token.END && lexer.token() != Token.BROKEN) {
            if (lexer.isSymbol('(')) {
                depth++;
            } else if (lexer.isSymbol(')')) {
                depth--;
            } else if (lexer.isSymbol(';') && depth <= 0 && bodies == 0) {
                break;
            } else if (lexer.isWord("atomic") && begin) {
                bodies++;
            } else if (lexer.isWord("case") && bodies > 0) {
                bodies++;
            } else if (lexer.isWord("end") && bodies > 0) {
                bodies--;
            }
            begin = lexer.isWord("begin");
            lexer.next();
        }
        return lexer.from();
    }
}
