package dev.hansom.testkit;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * A real PostgreSQL for tests: one that was named by URL, else a container where an engine answers, else one embedded in
 * this process's own temporary directory.
 *
 * <p>Owns the server it started and stops it on {@link #close()} or, at the latest, when the JVM ends. What a killed JVM
 * left behind is removed by the next start. Safe for use from any thread; nothing runs in the background.
 */
public final class PostgresCluster implements AutoCloseable {

    /** System property with the URL of a running server: {@code postgresql://user:password@host:port/db}. */
    public static final String URL_PROPERTY = "hansom.test.postgres.url";

    /** Environment variable with the same meaning as {@link #URL_PROPERTY}; the property wins. */
    public static final String URL_VARIABLE = "HANSOM_TEST_POSTGRES_URL";

    /** Database comment by which {@link #createDatabase} knows what it may drop. */
    private static final String OWN_DATABASE = "made by the Hansom test kit";

    private final ClusterBacking backing;
    private final String serverVersion;

    private PostgresCluster(ClusterBacking backing) {
        this.backing = backing;
        try {
            this.serverVersion = value("SHOW server_version");
        } catch (SQLException e) {
            backing.close();
            throw new IllegalStateException(backing.kind() + " PostgreSQL does not answer: " + e.getMessage(), e);
        }
    }

    /** The one cluster of this JVM, started when first asked for and stopped when the JVM ends: never close it. */
    public static PostgresCluster shared() {
        return Shared.CLUSTER;
    }

    /** Starts a cluster with the default settings. */
    public static PostgresCluster start() {
        return start(Settings.defaults());
    }

    /**
     * Starts a cluster of its own for the caller, who closes it.
     *
     * @throws IllegalStateException if none can be had, or if the server named by URL runs with other settings than those
     *     asked for by {@link Settings#setting}
     */
    public static PostgresCluster start(Settings settings) {
        Optional<String> url = configuredUrl();
        if (url.isPresent()) {
            PostgresCluster cluster = new PostgresCluster(UrlBacking.parse(url.get()));
            cluster.requireSettings(settings);
            return cluster;
        }
        return new PostgresCluster(
                ContainerEngine.wanted() ? ContainerBacking.start(settings) : EmbeddedBacking.start(settings));
    }

    private static Optional<String> configuredUrl() {
        String url = System.getProperty(URL_PROPERTY, Objects.requireNonNullElse(System.getenv(URL_VARIABLE), ""));
        return url.isBlank() ? Optional.empty() : Optional.of(url);
    }

    public String host() {
        return backing.host();
    }

    public int port() {
        return backing.port();
    }

    public String superuser() {
        return backing.superuser();
    }

    /** The superuser's password, which an {@code hba} line may make necessary; empty if the URL has none. */
    public String password() {
        return backing.password();
    }

    /** The database {@link #connect()} goes to. */
    public String database() {
        return backing.database();
    }

    public String jdbcUrl(String database) {
        String encoded = URLEncoder.encode(database, StandardCharsets.UTF_8).replace("+", "%20");
        return "jdbc:postgresql://" + host() + ":" + port() + "/" + encoded;
    }

    /** The directory with the socket {@code .s.PGSQL.<port>}, where this process can reach one. */
    public Optional<Path> unixSocketDir() {
        return backing.unixSocketDir();
    }

    /** The server's log, where it is a file this process can read. */
    public Optional<Path> logFile() {
        return backing.logFile();
    }

    /** One line for a test's output: which kind of cluster, which version, where. */
    public String describe() {
        return backing.kind() + " PostgreSQL " + serverVersion + " on " + host() + ":" + port();
    }

    /** A superuser's connection in auto-commit mode. */
    public Connection connect() throws SQLException {
        return connect(superuser(), password(), database());
    }

    public Connection connect(String user, String password, String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "hansom-testkit");
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    /** Runs each statement on its own, as superuser. */
    public void execute(String... statements) throws SQLException {
        executeIn(database(), statements);
    }

    /** Runs each statement on its own in {@code database}, as superuser. */
    public void executeIn(String database, String... statements) throws SQLException {
        try (Connection connection = connect(superuser(), password(), database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the first row as text; {@code "null"} for NULL. */
    public String value(String query) throws SQLException {
        try (Connection connection = connect()) {
            return value(connection, query);
        }
    }

    /** Creates an empty database. One of that name is replaced if an earlier test made it, and left alone if not. */
    public void createDatabase(String name) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            String comment = value(
                    connection,
                    "SELECT coalesce(max(coalesce(shobj_description(oid, 'pg_database'), 'none')), '') FROM pg_database"
                            + " WHERE datname = " + literal(name));
            if (!comment.isEmpty() && !comment.equals(OWN_DATABASE)) {
                throw new IllegalStateException(
                        "Database " + name + " exists and was not made by these tests: drop it or use another name");
            }
            statement.execute("DROP DATABASE IF EXISTS " + identifier(name) + " WITH (FORCE)");
            statement.execute("CREATE DATABASE " + identifier(name));
            statement.execute("COMMENT ON DATABASE " + identifier(name) + " IS " + literal(OWN_DATABASE));
        }
    }

    /**
     * Creates a role that may log in, or gives the one of that name a new password.
     *
     * @param encryption {@code md5} or {@code scram-sha-256}: how the server stores the password
     */
    public void createRole(String name, String password, String encryption) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET password_encryption = " + literal(encryption));
            boolean exists = !value(connection, "SELECT count(*) FROM pg_roles WHERE rolname = " + literal(name))
                    .equals("0");
            statement.execute((exists ? "ALTER" : "CREATE") + " ROLE " + identifier(name) + " LOGIN PASSWORD "
                    + literal(password));
        }
    }

    /**
     * Puts a line before all others in {@code pg_hba.conf} and returns once new connections are judged by it.
     *
     * @throws IllegalStateException if the server was named by URL: its file is its owner's
     */
    public void hbaLine(String line) throws SQLException {
        if (!backing.ownsConfiguration()) {
            throw new IllegalStateException("pg_hba.conf of the server given by " + URL_PROPERTY
                    + " is not for the tests to change: run this test without the URL, on an embedded server");
        }
        HbaFile.prepend(this, line);
    }

    /** Ends a backend and returns once it is gone; false if there was none with this process id. */
    public boolean terminate(int pid) throws SQLException {
        return value("SELECT pg_terminate_backend(" + pid + ", 30000)").equals("t");
    }

    @Override
    public void close() {
        backing.close();
    }

    private void requireSettings(Settings settings) {
        settings.required().forEach((name, wanted) -> {
            try {
                String actual = value("SHOW " + identifier(name));
                if (!actual.toLowerCase(Locale.ROOT).equals(wanted.toLowerCase(Locale.ROOT))) {
                    throw new IllegalStateException("The server given by " + URL_PROPERTY + " runs with " + name + " = "
                            + actual + ", this test needs " + wanted + ": start it with that");
                }
            } catch (SQLException e) {
                throw new IllegalStateException("Setting " + name + " cannot be read: " + e.getMessage(), e);
            }
        });
    }

    static String value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            if (!rows.next()) {
                throw new IllegalStateException("No row from: " + query);
            }
            return String.valueOf(rows.getString(1));
        }
    }

    static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static final class Shared {
        static final PostgresCluster CLUSTER = start(Settings.defaults());
    }

    /**
     * What the server is started with.
     *
     * @param required settings the caller asked for: a server named by URL must already have them
     */
    public record Settings(Map<String, String> required) {

        private static final Map<String, String> DEFAULTS = Map.of(
                "max_connections", "200",
                "max_prepared_transactions", "20",
                "shared_preload_libraries", "pg_stat_statements",
                "timezone", "UTC",
                // Nothing here has to survive a crash.
                "fsync", "off",
                "full_page_writes", "off",
                "synchronous_commit", "off");

        public Settings {
            required = Map.copyOf(required);
        }

        /** Room for 200 connections and 20 prepared transactions, pg_stat_statements loaded, no fsync. */
        public static Settings defaults() {
            return new Settings(Map.of());
        }

        /** These settings and one more, as in {@code postgresql.conf}. */
        public Settings setting(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(required);
            more.put(name, value);
            return new Settings(more);
        }

        Map<String, String> all() {
            Map<String, String> all = new LinkedHashMap<>(DEFAULTS);
            all.putAll(required);
            return all;
        }
    }
}
