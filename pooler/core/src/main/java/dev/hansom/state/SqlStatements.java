package dev.hansom.state;

import dev.hansom.state.PreparedCommand.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements that SQL's PREPARE has made and DEALLOCATE has not ended, by name: a client's own, or those on a server.
 * Loop-confined.
 */
public final class SqlStatements {

    private final Map<String, PreparedCommand> statements = new LinkedHashMap<>();

    /** True where there are none, as nearly always. */
    public boolean isEmpty() {
        return statements.isEmpty();
    }

    /** How many there are. */
    public int size() {
        return statements.size();
    }

    /** The server has done the command. */
    public void done(PreparedCommand command) {
        switch (command.verb()) {
            case PREPARE -> statements.put(command.name(), command);
            case DEALLOCATE -> statements.remove(command.name());
            case DEALLOCATE_ALL, DISCARD_ALL -> clear();
        }
    }

    /** The server has not done the command. */
    public void failed(PreparedCommand command) {
        statements.remove(command.name(), command);
    }

    /** All are gone. */
    public void clear() {
        statements.clear();
    }

    /** Takes these for those of a client, which they will be when the server has done what is returned, in this order. */
    public List<PreparedCommand> become(SqlStatements wanted) {
        List<PreparedCommand> commands = new ArrayList<>();
        statements.forEach((name, prepared) -> {
            if (!prepared.equals(wanted.statements.get(name))) {
                String sql = "DEALLOCATE \"" + name.replace("\"", "\"\"") + "\"";
                commands.add(new PreparedCommand(Verb.DEALLOCATE, name, sql.getBytes(StandardCharsets.ISO_8859_1)));
            }
        });
        wanted.statements.forEach((name, prepared) -> {
            if (!prepared.equals(statements.get(name))) {
                commands.add(prepared);
            }
        });
        commands.forEach(this::done);
        return commands;
    }
}
