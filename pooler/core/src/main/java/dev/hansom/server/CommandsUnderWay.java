package dev.hansom.server;

import dev.hansom.prepared.ClientStatement;
import dev.hansom.prepared.ClientStatements;
import dev.hansom.state.PreparedCommand;
import dev.hansom.state.PreparedCommands;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands about prepared statements in one message, which the server does in their order. Names that one of them drops
 * are free from now on for what the client sends behind it, and come back where the server refuses. Loop-confined.
 */
public final class CommandsUnderWay {

    private final Iterator<PreparedCommand> commands;
    private final boolean foreseen;
    private final List<ClientStatement> dropped = new ArrayList<>();

    private CommandsUnderWay(PreparedCommands found, boolean dropAll, ClientStatements names) {
        this.commands = found.commands().iterator();
        this.foreseen = dropAll;
        if (dropAll) {
            names.forEach(dropped::add);
            names.clear();
        }
    }

    /**
     * Those of a message that is about to be sent; null where it has none.
     *
     * @param dropAll whether they will drop all that is prepared
     * @param names which the client has
     */
    public static @Nullable CommandsUnderWay of(PreparedCommands found, boolean dropAll, ClientStatements names) {
        return found.commands().isEmpty() ? null : new CommandsUnderWay(found, dropAll, names);
    }

    /** The one that is done now; null where more are than were found. */
    @Nullable PreparedCommand next() {
        return commands.hasNext() ? commands.next() : null;
    }

    /** What drops all names is done; false where that was not foreseen, and the client has them yet. */
    boolean confirm() {
        dropped.clear();
        return foreseen;
    }

    /** What is not done yet will not be: the client has the names yet, but for those it has given anew. */
    void undo(ClientStatements names) {
        for (ClientStatement named : dropped) {
            if (names.find(named) == null) {
                names.restore(named);
            }
        }
        dropped.clear();
    }
}
