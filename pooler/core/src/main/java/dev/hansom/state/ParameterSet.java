package dev.hansom.state;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of the settings that the pooler keeps for each client and restores on the server it gets: those PgBouncer
 * tracks by default. Immutable; values are as the server reports them.
 */
public final class ParameterSet {

    /** The tracked settings, as PostgreSQL spells them in ParameterStatus. */
    public static final List<String> TRACKED = List.of(
            "application_name",
            "client_encoding",
            "DateStyle",
            "IntervalStyle",
            "standard_conforming_strings",
            "TimeZone");

    /** No value is known yet. */
    public static final ParameterSet EMPTY = new ParameterSet(new @Nullable String[TRACKED.size()]);

    private final @Nullable String[] values;
    private final int hash;

    private ParameterSet(@Nullable String[] values) {
        this.values = values;
        this.hash = Arrays.hashCode(values);
    }

    /** The tracked setting of this name in any case, as PostgreSQL spells it, or null for one that is not tracked. */
    public static @Nullable String tracked(String name) {
        for (String candidate : TRACKED) {
            if (candidate.equalsIgnoreCase(name)) {
                return candidate;
            }
        }
        return null;
    }

    /** This set with another value; itself where the setting is not tracked or has that value. */
    public ParameterSet with(String name, String value) {
        int index = index(name);
        if (index < 0 || value.equals(values[index])) {
            return this;
        }
        @Nullable String[] changed = values.clone();
        changed[index] = value;
        return new ParameterSet(changed);
    }

    /** The value of a tracked setting, or null where it is not known. */
    public @Nullable String value(String name) {
        int index = index(name);
        return index < 0 ? null : values[index];
    }

    /** The tracked ones of the parameters that a server reports. */
    public static ParameterSet of(Map<String, String> reported) {
        ParameterSet set = EMPTY;
        for (Map.Entry<String, String> entry : reported.entrySet()) {
            set = set.with(entry.getKey(), entry.getValue());
        }
        return set;
    }

    /** The statements that bring a server with these values to the wanted ones; empty where nothing differs. */
    public String statementsTo(ParameterSet wanted) {
        if (this.equals(wanted)) {
            return "";
        }
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            String value = wanted.values[i];
            if (value != null && !value.equals(values[i])) {
                sql.append(sql.isEmpty() ? "" : ";");
                sql.append("SET ").append(TRACKED.get(i)).append('=').append(quote(value));
            }
        }
        return sql.toString();
    }

    private static int index(String name) {
        for (int i = 0; i < TRACKED.size(); i++) {
            if (TRACKED.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /** A literal that reads the same whatever standard_conforming_strings says. */
    private static String quote(String value) {
        String doubled = value.replace("'", "''");
        return doubled.indexOf('\\') < 0 ? "'" + doubled + "'" : "E'" + doubled.replace("\\", "\\\\") + "'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ParameterSet set && hash == set.hash && Arrays.equals(values, set.values));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            text.append(text.isEmpty() ? "" : ", ");
            text.append(TRACKED.get(i).toLowerCase(Locale.ROOT)).append('=').append(values[i]);
        }
        return text.toString();
    }
}
