package dev.hansom.lab.stack;

import dev.hansom.lab.cpu.Cgroup;
import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.cpu.CpuGroups;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/**
 * The PostgreSQL of a lab, with the sample shop loaded: one it has started itself, or one that was there. Used by the
 * thread that runs the lab.
 */
public final class Cluster implements AutoCloseable {

    static final String SUPERUSER = "postgres";
    private static final String SHOP = "shop";
    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final int PORT_TRIES = 3;

    private final PostgresUrl shop;
    private final PostgresUrl lab;
    private final Optional<RunningServer> server;
    private final StatementCounter counter;
    private final String version;
    private final CpuGroup cpuGroup;

    private Cluster(PostgresUrl shop, PostgresUrl lab, Optional<RunningServer> server) throws SQLException {
        this.shop = shop;
        this.lab = lab;
        this.server = server;
        this.counter = new StatementCounter(login(lab), shop.user());
        try (Connection connection = login(lab)) {
            this.version = text(connection, "SHOW server_version");
            this.cpuGroup = server.isPresent()
                    ? CpuGroups.process(
                            "postgres",
                            server.get().cgroup(),
                            server.get().process().pid())
                    : ForeignServer.cpuGroup(Long.parseLong(text(connection, "SELECT pg_backend_pid()")));
        }
    }

    /**
     * Starts PostgreSQL, or connects to the one named, and loads the shop where it is not loaded yet.
     *
     * @throws StackException where it does not come up or cannot be used; the message says why
     */
    public static Cluster start(LabDirs dirs, ClusterSettings settings) {
        ShopLoader loader = new ShopLoader(dirs.root(), settings.scale());
        return settings.externalUrl().isPresent()
                ? attach(settings.externalUrl().get(), loader)
                : launch(dirs, settings, loader);
    }

    public String host() {
        return shop.host();
    }

    public int port() {
        return shop.port();
    }

    /** The shop's database. */
    public String database() {
        return shop.database();
    }

    /** The user the API and the pooler log in as. */
    public String user() {
        return shop.user();
    }

    /** That user's password; SCRAM-SHA-256 where the lab has started the server. */
    public String password() {
        return shop.password();
    }

    /** The server's version, for instance {@code 18.6}. */
    public String version() {
        return version;
    }

    /**
     * PostgreSQL with all its children. For a server that the lab has not started it is the postmaster found among this
     * machine's processes; reading it throws {@link dev.hansom.lab.cpu.CpuReadException} where there is none.
     */
    public CpuGroup cpuGroup() {
        return cpuGroup;
    }

    /** Logs in to the shop's database as the lab: a superuser where the lab has started the server. */
    public Connection connect() {
        try {
            return login(lab);
        } catch (SQLException e) {
            throw new StackException("cannot log in to PostgreSQL at " + where() + ": " + e.getMessage(), e);
        }
    }

    /** What the server has executed for {@link #user()} since its start, whoever sent it. */
    public StatementCounts statementCounts() {
        try {
            return counter.read();
        } catch (SQLException e) {
            checkAlive();
            throw new StackException("cannot read pg_stat_statements at " + where() + ": " + e.getMessage(), e);
        }
    }

    /** Throws a message with the end of the server's log where it has died. */
    public void checkAlive() {
        if (server.isPresent()) {
            server.get().process().checkAlive();
        } else {
            try (Connection connection = login(lab)) {
                text(connection, "SELECT 1");
            } catch (SQLException e) {
                throw new StackException("PostgreSQL at " + where() + " no longer answers: " + e.getMessage(), e);
            }
        }
    }

    /** Stops the server where the lab has started it; its data goes with the lab's work directory. */
    @Override
    public void close() {
        try {
            counter.close();
        } catch (SQLException e) {
            // The server is gone already, and the connection with it.
        }
        server.ifPresent(RunningServer::stop);
    }

    private String where() {
        return shop.host() + ":" + shop.port();
    }

    private static Cluster attach(String url, ShopLoader loader) {
        PostgresUrl given = PostgresUrl.parse(url);
        try {
            try (Connection connection = login(given)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
                } catch (SQLException e) {
                    // Not allowed, or not installed: statements are then not counted, which the report says.
                }
                if (!ShopLoader.loaded(connection)) {
                    loader.load(connection);
                }
            }
            return new Cluster(given, given, Optional.empty());
        } catch (SQLException e) {
            throw new StackException(
                    "cannot use PostgreSQL at " + given.host() + ":" + given.port() + "/" + given.database() + " as "
                            + given.user() + ": " + e.getMessage(),
                    e);
        }
    }

    private static Cluster launch(LabDirs dirs, ClusterSettings settings, ShopLoader loader) {
        String superPassword = Passwords.random();
        EmbeddedServer binaries = EmbeddedServer.prepare(dirs, settings, superPassword);
        for (int attempt = 1; ; attempt++) {
            int port = Ports.choose(settings.port(), "PostgreSQL");
            Optional<Cgroup> cgroup = dirs.placement().cgroup("postgres");
            RunningServer server =
                    new RunningServer(binaries.start(port, cgroup.map(Cgroup::directory)), cgroup, dirs.children());
            Child process = server.process();
            PostgresUrl admin = new PostgresUrl("127.0.0.1", port, SUPERUSER, SUPERUSER, superPassword);
            try {
                awaitLogin(admin, process);
                PostgresUrl shop = new PostgresUrl("127.0.0.1", port, SHOP, SHOP, Passwords.random());
                PostgresUrl lab = new PostgresUrl("127.0.0.1", port, SHOP, SUPERUSER, superPassword);
                createShop(admin, lab, shop, loader);
                return new Cluster(shop, lab, Optional.of(server));
            } catch (SQLException e) {
                server.stop();
                throw new StackException("cannot set up the shop's database: " + e.getMessage(), e);
            } catch (StackException e) {
                boolean taken = !process.alive() && process.logged("Address already in use");
                server.stop();
                if (!taken || settings.port() != 0 || attempt == PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static void awaitLogin(PostgresUrl admin, Child process) {
        Await.until(START_LIMIT, process, "did not accept connections", () -> {
            try {
                login(admin).close();
                return true;
            } catch (SQLException e) {
                return false;
            }
        });
    }

    private static void createShop(PostgresUrl admin, PostgresUrl lab, PostgresUrl shop, ShopLoader loader)
            throws SQLException {
        run(
                admin,
                "CREATE ROLE " + shop.user() + " LOGIN PASSWORD '" + shop.password() + "'",
                "CREATE DATABASE " + shop.database() + " OWNER " + shop.user());
        try (Connection connection = login(shop)) {
            loader.load(connection);
        }
        // Settled before anything is measured: no first autovacuum, no first checkpoint of the seed data in a window.
        run(lab, "CREATE EXTENSION pg_stat_statements", "VACUUM (ANALYZE)", "CHECKPOINT");
    }

    private static void run(PostgresUrl where, String... statements) throws SQLException {
        try (Connection connection = login(where);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static Connection login(PostgresUrl url) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password());
        properties.setProperty("ApplicationName", "hansom-lab");
        properties.setProperty("connectTimeout", "5");
        return DriverManager.getConnection(url.jdbc(), properties);
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /**
     * A postmaster of ours.
     *
     * @param process the postmaster
     * @param cgroup its control group, with all its children
     * @param children who stops it
     */
    private record RunningServer(Child process, Optional<Cgroup> cgroup, Children children) {

        void stop() {
            children.stop(process);
            cgroup.ifPresent(Cgroup::close);
        }
    }
}
