package dev.hansom.shop.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What a request sends as its last act on its connection, in one simple Query message. The narrow reset is DISCARD ALL
 * (src/backend/commands/discard.c) without the two parts that throw work away: prepared statements and cached plans.
 */
public enum ResetMode {
    NONE(""),
    NARROW(
            "CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES"),
    NARROW_DISCARD_PLANS(NARROW.sql + "; DISCARD PLANS"),
    DISCARD_ALL("DISCARD ALL");

    private final String sql;

    ResetMode(String sql) {
        this.sql = sql;
    }

    /** The text of the Query message; empty for {@link #NONE}. */
    public String sql() {
        return sql;
    }

    /** Whether the server forgets its prepared statements, so that there is nothing left to close. */
    public boolean dropsStatements() {
        return this == DISCARD_ALL;
    }

    /** The name in settings and requests, for instance {@code narrow-discard-plans}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The mode of this {@link #key()}; empty where there is none. */
    public static Optional<ResetMode> ofKey(String key) {
        return Arrays.stream(values()).filter(mode -> mode.key().equals(key)).findFirst();
    }
}
