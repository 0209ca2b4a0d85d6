package dev.hansom.prepared;

import dev.hansom.state.ClientEncoding;
import dev.hansom.state.PreparedCommands;
import dev.hansom.state.SqlLexer;
import java.nio.charset.StandardCharsets;

/** One interned statement: its text and parameter types as a Parse carries them, and its name on every server. */
public final class CatalogStatement {

    /** What names on servers begin with; a client's own name that begins so is never sent as it is. */
    static final byte[] NAME_PREFIX = "hansom_".getBytes(StandardCharsets.US_ASCII);

    private final byte[] serverName;
    private final byte[] body;
    private final int hash;
    private boolean proven;
    private final PreparedCommands commands;
    int uses;

    CatalogStatement(long number, byte[] body, int hash) {
        this.serverName = ("hansom_" + number).getBytes(StandardCharsets.US_ASCII);
        this.body = body;
        this.hash = hash;
        int end = 0;
        while (end < body.length && body[end] != 0) {
            end++;
        }
        this.commands = PreparedCommands.of(body, new SqlLexer(body, 0, end, false, ClientEncoding.PLAIN));
    }

    /** A server has prepared the statement: its text is no mistake. */
    public void proven() {
        proven = true;
    }

    /** True once a server of the pool has prepared the statement. */
    public boolean isProven() {
        return proven;
    }

    /** What the statement does with prepared statements itself. */
    public PreparedCommands commands() {
        return commands;
    }

    byte[] serverName() {
        return serverName;
    }

    /** The Parse message behind its statement name: query text, NUL, count and OIDs of parameter types. */
    byte[] body() {
        return body;
    }

    int hash() {
        return hash;
    }
}
