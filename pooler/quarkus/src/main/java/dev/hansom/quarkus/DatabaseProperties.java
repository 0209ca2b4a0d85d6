package dev.hansom.quarkus;

import dev.hansom.config.DatabaseConfig;
import dev.hansom.pool.PoolMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Turns the properties of one database into its configuration. For one database. */
final class DatabaseProperties {

    /** The console's name, in PgBouncer as here. */
    private static final String RESERVED = "pgbouncer";

    private static final int HIGHEST_PORT = 65535;
    private static final String ROUND_ROBIN = "round-robin";

    private final String name;
    private final PoolerProperties.Database database;
    private final List<String> wrong;
    private boolean failed;

    /** @param wrong takes what is wrong, one line each */
    DatabaseProperties(String name, PoolerProperties.Database database, List<String> wrong) {
        this.name = name;
        this.database = database;
        this.wrong = wrong;
    }

    /** The database, or empty where something is wrong with it. */
    Optional<DatabaseConfig> config() {
        if (name.equals(RESERVED)) {
            wrong("", "this name is reserved for the console: choose another");
        }
        List<String> hosts = hosts();
        if (database.port() < 1 || database.port() > HIGHEST_PORT) {
            wrong(".port", database.port() + " is out of range: set 1 to " + HIGHEST_PORT);
        }
        check("pool-size", database.poolSize(), 1);
        check("min-pool-size", database.minPoolSize(), 0);
        check("reserve-pool-size", database.reservePoolSize(), 0);
        check("max-db-connections", database.maxDbConnections(), 0);
        check("max-db-client-connections", database.maxDbClientConnections(), 0);
        if (database.serverLifetime().filter(Duration::isNegative).isPresent()) {
            wrong(".server-lifetime", "is negative: set 0 or more");
        }
        if (database.password().isPresent() && database.user().isEmpty()) {
            wrong(".password", "has no meaning without user: set it too, or put the password in the list of users");
        }
        Optional<PoolMode> mode = poolMode();
        boolean balanced = balanced();
        if (failed) {
            return Optional.empty();
        }
        return Optional.of(DatabaseConfig.builder(name)
                .hosts(hosts)
                .port(database.port())
                .balanced(balanced)
                .dbname(database.dbname())
                .user(database.user())
                .password(database.password())
                .connectQuery(database.connectQuery())
                .poolMode(mode)
                .poolSize(database.poolSize())
                .minPoolSize(database.minPoolSize())
                .reservePoolSize(database.reservePoolSize())
                .maxDbConnections(database.maxDbConnections())
                .maxDbClientConnections(database.maxDbClientConnections())
                .serverLifetime(database.serverLifetime())
                .build());
    }

    private void check(String key, OptionalInt value, int lowest) {
        if (value.isPresent() && value.getAsInt() < lowest) {
            wrong("." + key, value.getAsInt() + " is out of range: set " + lowest + " or more");
        }
    }

    private Optional<PoolMode> poolMode() {
        Optional<PoolMode> mode = database.poolMode().flatMap(PoolMode::ofSetting);
        if (mode.isEmpty() && database.poolMode().isPresent()) {
            wrong(
                    ".pool-mode",
                    "'" + database.poolMode().get() + "' is no mode: set transaction, session or statement");
        }
        return mode;
    }

    private boolean balanced() {
        String value = database.loadBalanceHosts().orElse(ROUND_ROBIN);
        if (!value.equals(ROUND_ROBIN) && !value.equals("disable")) {
            wrong(".load-balance-hosts", "'" + value + "' is neither round-robin nor disable: set one of them");
        }
        return value.equals(ROUND_ROBIN);
    }

    private List<String> hosts() {
        List<String> hosts = database.host().orElse(List.of());
        if (hosts.isEmpty()) {
            wrong(".host", "is missing: set a name, an address, or the directory of a Unix socket");
        } else if (hosts.stream().anyMatch(host -> host.startsWith("@"))) {
            wrong(".host", "Hansom does not have abstract Unix sockets yet: name a directory or a host");
        }
        return hosts;
    }

    private void wrong(String key, String text) {
        failed = true;
        wrong.add(PropertiesReader.PREFIX + "databases.\"" + name + "\"" + key + ": " + text);
    }
}
