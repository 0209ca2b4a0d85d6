package dev.hansom.config;

import java.util.Locale;
import java.util.Optional;

/**
 * The settings of section {@code [pgbouncer]} that have a meaning so far. The reader takes names and defaults from here,
 * and a test holds docs/configuration.md to the same table.
 */
public enum Setting {
    LISTEN_ADDR(Type.LIST, "", "TCP addresses or names to listen on; `*` for all; empty: Unix socket only"),
    LISTEN_PORT(
            Type.NUMBER,
            "6432",
            "port for TCP and for the name of the Unix socket; 0: a free port, which the log names (TCP only)"),
    UNIX_SOCKET_DIR(
            Type.PATH,
            "/tmp",
            "directory of the Unix socket `.s.PGSQL.PORT`, and of a server's where a database names no host; empty: none"),
    AUTH_TYPE(
            Type.WORD,
            "md5",
            "how clients log in: `trust`, `md5` or `scram-sha-256`; `md5` turns to SCRAM for a user with a SCRAM secret"),
    AUTH_FILE(Type.PATH, "", "file of `\"user\" \"password or secret\"` lines; needed unless `auth_type` is `trust`"),
    POOL_MODE(
            Type.WORD,
            "session",
            "when a client gives its server connection back: when it leaves (`session`), at the end of each `transaction`"
                    + " or of each `statement`"),
    MAX_CLIENT_CONN(Type.NUMBER, "100", "client connections in all; at least 1"),
    MAX_DB_CLIENT_CONNECTIONS(Type.NUMBER, "0", "client connections for each database; 0: no limit"),
    MAX_USER_CLIENT_CONNECTIONS(Type.NUMBER, "0", "client connections for each user; 0: no limit"),
    DEFAULT_POOL_SIZE(Type.NUMBER, "20", "server connections for each database and user; at least 1"),
    MIN_POOL_SIZE(
            Type.NUMBER,
            "0",
            "server connections kept open for each database and user while it has a client, or always where the database"
                    + " has a `user`; 0: none"),
    RESERVE_POOL_SIZE(
            Type.NUMBER,
            "0",
            "server connections for each database and user beyond its size, for clients that have waited for"
                    + " `reserve_pool_timeout`; 0: none"),
    RESERVE_POOL_TIMEOUT(
            Type.SECONDS, "5", "how long a client waits before the reserve is used; 0: the reserve is not used"),
    MAX_DB_CONNECTIONS(Type.NUMBER, "0", "server connections for each database, over all users; 0: no limit"),
    MAX_USER_CONNECTIONS(Type.NUMBER, "0", "server connections for each server user, over all databases; 0: no limit"),
    SERVER_ROUND_ROBIN(
            Type.FLAG,
            "0",
            "1: the server connection unused for the longest is given out first; 0: the one given back last"),
    EVENT_LOOPS(
            Type.NUMBER,
            "1",
            "threads that serve clients and servers, each its own; limits hold over all of them; at least 1; Hansom's own"),
    MAX_PREPARED_STATEMENTS(
            Type.NUMBER,
            "200",
            "named statements kept prepared on each server connection; 0, and in session mode: names pass through"
                    + " untouched"),
    IGNORE_STARTUP_PARAMETERS(Type.LIST, "", "start-up parameters that are accepted and dropped"),
    SERVER_RESET(
            Type.WORD_OR_SQL,
            "",
            "what runs on a server connection when a client gives it back: `none`, `narrow`, `narrow-discard-plans`,"
                    + " `discard-all`, or SQL; not set: `discard-all` in session mode, otherwise `none`; Hansom's own"),
    QUERY_WAIT_TIMEOUT(Type.SECONDS, "120", "how long a client waits for a server connection; 0: for ever"),
    QUERY_WAIT_NOTIFY(Type.SECONDS, "5", "how long before a client in the queue is told so by a notice; 0: never"),
    QUERY_TIMEOUT(Type.SECONDS, "0", "how long a query may take before server and client are closed; 0: for ever"),
    TRANSACTION_TIMEOUT(
            Type.SECONDS, "0", "how long a transaction may take before server and client are closed; 0: for ever"),
    IDLE_TRANSACTION_TIMEOUT(
            Type.SECONDS,
            "0",
            "how long a client may do nothing in a transaction before it and the server are closed; 0: for ever"),
    CLIENT_IDLE_TIMEOUT(Type.SECONDS, "0", "how long a client may have nothing under way; 0: for ever"),
    CANCEL_WAIT_TIMEOUT(
            Type.SECONDS,
            "10",
            "how long a server may take to accept a cancel request before its connection is given up; 0: for ever"),
    SERVER_LIFETIME(Type.SECONDS, "3600", "age at which a free server connection is closed; 0: each is used once"),
    SERVER_IDLE_TIMEOUT(Type.SECONDS, "600", "how long a server connection stays open unused; 0: for ever"),
    SERVER_CHECK_DELAY(
            Type.SECONDS,
            "30",
            "how long a server connection may be unused before `server_check_query` runs when a client wants it; 0:"
                    + " always"),
    SERVER_CHECK_QUERY(
            Type.SQL, "<empty>", "what shows that a server answers; `<empty>`: an empty query; empty: no check"),
    SERVER_CONNECT_TIMEOUT(
            Type.SECONDS,
            "15",
            "how long connecting and logging in to a server may take, and a statement of the pooler's own; more than 0"),
    SERVER_LOGIN_RETRY(
            Type.SECONDS,
            "15",
            "how long after a failed login clients get its error at once, before the next attempt; 0: no pause"),
    CLIENT_LOGIN_TIMEOUT(Type.SECONDS, "60", "how long a client may take to log in; 0: for ever");

    /** The {@link #SERVER_CHECK_QUERY} that stands for an empty query. */
    static final String EMPTY_QUERY = "<empty>";

    /** How the text of a value is to be read. */
    public enum Type {
        /** A whole number of 0 or more. */
        NUMBER,
        /** Seconds, with fractions and without a unit. */
        SECONDS,
        /** Items with commas between them. */
        LIST,
        /** A path; where it is relative, from the working directory. */
        PATH,
        /** 0 for no, another whole number for yes. */
        FLAG,
        /** One of the words that the meaning names. */
        WORD,
        /** One or more statements. */
        SQL,
        /** One of the words that the meaning names, or SQL. */
        WORD_OR_SQL;

        /** The type in words, for the reference. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("sql", "SQL");
        }
    }

    private final Type type;
    private final String defaultValue;
    private final String meaning;

    Setting(Type type, String defaultValue, String meaning) {
        this.type = type;
        this.defaultValue = defaultValue;
        this.meaning = meaning;
    }

    /** The name in the file, for instance {@code listen_port}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How its value is written. */
    public Type type() {
        return type;
    }

    /** The value where the file has none, as it would be written there. */
    public String defaultValue() {
        return defaultValue;
    }

    /** One line for the reference, as Markdown. */
    public String meaning() {
        return meaning;
    }

    /** The property of a host application that means the same, for instance {@code hansom.pooler.listen-port}. */
    public String property() {
        return "hansom.pooler." + key().replace('_', '-');
    }

    static Optional<Setting> of(String key) {
        for (Setting setting : values()) {
            if (setting.key().equals(key)) {
                return Optional.of(setting);
            }
        }
        return Optional.empty();
    }
}
