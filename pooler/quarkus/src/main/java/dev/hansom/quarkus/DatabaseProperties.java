package dev.hansom.quarkus;

import dev.hansom.config.DatabaseConfig;
import java.util.List;
import java.util.Optional;

/** Turns the properties of one database into its configuration. For one database. */
final class DatabaseProperties {

    /** The console's name, in PgBouncer as here. */
    private static final String RESERVED = "pgbouncer";

    private static final int HIGHEST_PORT = 65535;

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
        String host = host();
        if (database.port() < 1 || database.port() > HIGHEST_PORT) {
            wrong(".port", database.port() + " is out of range: set 1 to " + HIGHEST_PORT);
        }
        database.poolSize().ifPresent(size -> {
            if (size < 1) {
                wrong(".pool-size", size + " is out of range: set 1 or more");
            }
        });
        if (database.password().isPresent() && database.user().isEmpty()) {
            wrong(".password", "has no meaning without user: set it too, or put the password in the list of users");
        }
        return failed
                ? Optional.empty()
                : Optional.of(new DatabaseConfig(
                        name,
                        host,
                        database.port(),
                        database.dbname(),
                        database.user(),
                        database.password(),
                        database.poolSize()));
    }

    private String host() {
        String host = database.host().orElse("");
        if (host.isEmpty()) {
            wrong(".host", "is missing: set a name, an address, or the directory of a Unix socket");
        } else if (host.contains(",")) {
            wrong(".host", "Hansom does not have lists of hosts yet: name one");
        } else if (host.startsWith("@")) {
            wrong(".host", "Hansom does not have abstract Unix sockets yet: name a directory or a host");
        }
        return host;
    }

    private void wrong(String key, String text) {
        failed = true;
        wrong.add(PropertiesReader.PREFIX + "databases.\"" + name + "\"" + key + ": " + text);
    }
}
