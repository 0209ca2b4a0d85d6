package dev.hansom.server;

import dev.hansom.prepared.ClientStatement;
import dev.hansom.prepared.ClientStatements;
import dev.hansom.state.PreparedCommand;
import dev.hansom.state.PreparedCommand.Verb;
import dev.hansom.state.PreparedCommands;
import dev.hansom.state.SqlStatements;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DEALLOCATE commands that the pooler answers itself: they name statements by the client's names, which no server knows,
 * and what the servers have prepared stays for others.
 *
 * @param tags of the commands, in order
 * @param removed names that the client does not have any more
 */
public record Deallocation(List<String> tags, List<ClientStatement> removed) {

    /**
     * Takes from the client what the commands name.
     *
     * @param others statements made by SQL, which a server must be told about
     * @return null where the server has to be asked; the client keeps everything then
     */
    public static @Nullable Deallocation tryOf(
            PreparedCommands found, ClientStatements statements, SqlStatements others) {
        if (!found.alone()) {
            return null;
        }
        List<String> tags = new ArrayList<>();
        List<ClientStatement> removed = new ArrayList<>();
        for (PreparedCommand command : found.commands()) {
            if (command.verb() == Verb.DEALLOCATE_ALL && others.isEmpty()) {
                tags.add("DEALLOCATE ALL");
                statements.forEach(removed::add);
            } else if (command.verb() == Verb.DEALLOCATE) {
                ClientStatement named = statements.find(command.name());
                if (named == null) {
                    return null;
                }
                tags.add("DEALLOCATE");
                removed.add(named);
            } else {
                return null;
            }
        }
        removed.forEach(statements::remove);
        return new Deallocation(List.copyOf(tags), List.copyOf(removed));
    }
}
