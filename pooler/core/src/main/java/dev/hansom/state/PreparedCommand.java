package dev.hansom.state;

/**
 * One SQL command about prepared statements.
 *
 * @param verb what it does
 * @param name of the statement as the server keeps it, one character a byte; empty for {@code ALL}
 * @param text the whole command in the client's encoding, without the semicolon behind it
 */
public record PreparedCommand(Verb verb, String name, byte[] text) {

    /** What a command does. */
    public enum Verb {
        PREPARE,
        DEALLOCATE,
        DEALLOCATE_ALL,
        /** {@code DISCARD ALL}, which drops all prepared statements too. */
        DISCARD_ALL
    }
}
