package dev.hansom.state;

import java.util.Objects;

/**
 * What the pooler runs on a server connection when a client gives it back: the setting {@code server_reset}.
 *
 * @param setting the value as configured, for instance {@code narrow}
 * @param sql the statements of one simple Query message, empty for none
 */
public record ServerReset(String setting, String sql) {

    private static final String NARROW_SQL = "CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *; "
            + "SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES";

    /** Nothing is run: what a client left stays on the connection, as in PgBouncer's transaction mode. */
    public static final ServerReset NONE = new ServerReset("none", "");

    /** Everything {@code DISCARD ALL} undoes, except prepared statements and plans. */
    public static final ServerReset NARROW = new ServerReset("narrow", NARROW_SQL);

    /** {@link #NARROW}, and the cached plans are thrown away. */
    public static final ServerReset NARROW_DISCARD_PLANS =
            new ServerReset("narrow-discard-plans", NARROW_SQL + "; DISCARD PLANS");

    /** {@code DISCARD ALL}: prepared statements and plans are lost with the rest. */
    public static final ServerReset DISCARD_ALL = new ServerReset("discard-all", "DISCARD ALL");

    public ServerReset {
        Objects.requireNonNull(setting);
        Objects.requireNonNull(sql);
    }

    /**
     * Reads a configured value: one of the names above, or SQL.
     *
     * @throws IllegalArgumentException for {@code tracked}, which needs session tracking, for an empty value and for another
     *     single word
     */
    public static ServerReset parse(String value) {
        String trimmed = value.trim();
        return switch (trimmed) {
            case "none" -> NONE;
            case "narrow" -> NARROW;
            case "narrow-discard-plans" -> NARROW_DISCARD_PLANS;
            case "discard-all" -> DISCARD_ALL;
            case "tracked" ->
                throw new IllegalArgumentException(
                        "server_reset = tracked is not available in this version: use narrow, or none");
            case "" ->
                throw new IllegalArgumentException(
                        "server_reset is empty: use none, narrow, narrow-discard-plans, discard-all, or SQL");
            default -> sql(trimmed);
        };
    }

    /** No statement that resets anything is one word, but a misspelt name is: it would fail on every release. */
    private static ServerReset sql(String text) {
        if (text.matches("[A-Za-z_-]+")) {
            throw new IllegalArgumentException("server_reset = " + text
                    + " is neither none, narrow, narrow-discard-plans or discard-all, nor a statement of SQL");
        }
        return new ServerReset(text, text);
    }

    /** True where nothing is to be run. */
    public boolean isNone() {
        return sql.isEmpty();
    }
}
