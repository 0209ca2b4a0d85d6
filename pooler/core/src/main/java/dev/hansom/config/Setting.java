package dev.hansom.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The settings of section {@code [pgbouncer]} that have a meaning so far: the table that reader and documentation share. */
public enum Setting {
    LISTEN_ADDR("", "TCP addresses or names to listen on, comma-separated; * for all; empty: Unix socket only"),
    LISTEN_PORT("6432", "port for TCP and for the name of the Unix socket"),
    UNIX_SOCKET_DIR("/tmp", "directory of the Unix socket .s.PGSQL.PORT; empty: none"),
    AUTH_TYPE("md5", "how clients log in: trust, md5 or scram-sha-256; md5 turns to SCRAM for a SCRAM secret"),
    AUTH_FILE("", "file of \"user\" \"password or secret\" lines"),
    POOL_MODE("", "transaction: the only mode so far, to be written down since PgBouncer's default is session"),
    MAX_CLIENT_CONN("100", "client connections in all"),
    DEFAULT_POOL_SIZE("20", "server connections for each database and user"),
    MAX_PREPARED_STATEMENTS("200", "named statements kept prepared on a server connection; 0: names pass through"),
    IGNORE_STARTUP_PARAMETERS("", "start-up parameters that are accepted and dropped, comma-separated"),
    SERVER_RESET(
            "none",
            "what runs on a server connection when a client gives it back: none, narrow,"
                    + " narrow-discard-plans, discard-all, or SQL"),
    QUERY_WAIT_TIMEOUT("120", "seconds a client waits for a server connection; 0: for ever"),
    SERVER_LIFETIME("3600", "seconds after which a free server connection is closed; 0: used once"),
    SERVER_IDLE_TIMEOUT("600", "seconds after which an unused server connection is closed; 0: never"),
    SERVER_CONNECT_TIMEOUT("15", "seconds for connecting and logging in to a server"),
    SERVER_LOGIN_RETRY("15", "seconds a failed login to a server is remembered"),
    CLIENT_LOGIN_TIMEOUT("60", "seconds a client may take to log in; 0: for ever");

    private final String defaultValue;
    private final String meaning;

    Setting(String defaultValue, String meaning) {
        this.defaultValue = defaultValue;
        this.meaning = meaning;
    }

    /** The name in the file, for instance {@code listen_port}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value where the file has none, as it would be written there. */
    public String defaultValue() {
        return defaultValue;
    }

    /** One line for the reference. */
    public String meaning() {
        return meaning;
    }

    static Optional<Setting> of(String key) {
        for (Setting setting : values()) {
            if (setting.key().equals(key)) {
                return Optional.of(setting);
            }
        }
        return Optional.empty();
    }

    /**
     * A whole number of at least zero.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    static int wholeNumber(String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, for both cases
        }
        throw new IllegalArgumentException("'" + value + "' is not a whole number of 0 or more");
    }

    /**
     * Seconds, with fractions.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    static Duration seconds(String value) {
        if (!value.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            throw new IllegalArgumentException(
                    "'" + value + "' is not a number of seconds: write for instance 30 or 0.5, without a unit");
        }
        return Duration.ofNanos(
                new java.math.BigDecimal(value).movePointRight(9).longValueExact());
    }
}
