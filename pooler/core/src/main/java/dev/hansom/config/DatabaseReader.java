package dev.hansom.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads one entry of {@code [databases]}, and notes every mistake in it. */
final class DatabaseReader {

    static final Set<String> KEYS = Set.of(
            "dbname",
            "host",
            "port",
            "load_balance_hosts",
            "user",
            "password",
            "connect_query",
            "pool_mode",
            "pool_size",
            "min_pool_size",
            "reserve_pool_size",
            "reserve_pool",
            "max_db_connections",
            "max_db_client_connections",
            "server_lifetime");

    private static final String RESERVED = "pgbouncer";
    private static final int HIGHEST_PORT = 65535;

    private final IniFile.Entry entry;
    private final Optional<Path> unixSocketDir;
    private final Mistakes mistakes;
    private boolean failed;

    private DatabaseReader(IniFile.Entry entry, Optional<Path> unixSocketDir, Mistakes mistakes) {
        this.entry = entry;
        this.unixSocketDir = unixSocketDir;
        this.mistakes = mistakes;
    }

    /** The database, or empty where a mistake was noted. */
    static Optional<DatabaseConfig> read(IniFile.Entry entry, Optional<Path> unixSocketDir, Mistakes mistakes) {
        return new DatabaseReader(entry, unixSocketDir, mistakes).database();
    }

    private Optional<DatabaseConfig> database() {
        if (entry.key().equals(RESERVED)) {
            mistake("this name is reserved for the console: choose another");
        }
        Map<String, String> pairs;
        try {
            pairs = KeyValueList.parse(entry.value());
        } catch (IllegalArgumentException e) {
            mistake(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        pairs.forEach((key, value) -> {
            if (!KEYS.contains(key)) {
                mistake(key + ": " + PgBouncerKeys.refusedDatabaseKey(key));
            } else if (value.isEmpty() && !key.equals("password")) {
                mistake(key + ": the value is empty: write one, or remove the key");
            }
        });
        if (pairs.containsKey("password") && !pairs.containsKey("user")) {
            mistake("password: has no meaning without user: add user=NAME, or put the password in auth_file");
        }
        if (pairs.containsKey("reserve_pool") && pairs.containsKey("reserve_pool_size")) {
            mistake("reserve_pool: means the same as reserve_pool_size: remove one of the two");
        }
        DatabaseConfigBuilder builder = DatabaseConfig.builder(entry.key())
                .hosts(hosts(pairs))
                .dbname(Optional.ofNullable(pairs.get("dbname")))
                .user(Optional.ofNullable(pairs.get("user")))
                .password(Optional.ofNullable(pairs.get("password")))
                .connectQuery(Optional.ofNullable(pairs.get("connect_query")));
        pairs.forEach((key, value) -> {
            if (!value.isEmpty()) {
                set(builder, key, value);
            }
        });
        return failed ? Optional.empty() : Optional.of(builder.build());
    }

    private void set(DatabaseConfigBuilder builder, String key, String value) {
        try {
            switch (key) {
                case "port" -> builder.port(SettingValues.number(value, 1, HIGHEST_PORT));
                case "load_balance_hosts" -> builder.balanced(balanced(value));
                case "pool_mode" -> builder.poolMode(Optional.of(SettingValues.poolMode(value)));
                case "pool_size" -> builder.poolSize(count(value, 1));
                case "min_pool_size" -> builder.minPoolSize(count(value, 0));
                case "reserve_pool_size", "reserve_pool" -> builder.reservePoolSize(count(value, 0));
                case "max_db_connections" -> builder.maxDbConnections(count(value, 0));
                case "max_db_client_connections" -> builder.maxDbClientConnections(count(value, 0));
                case "server_lifetime" -> builder.serverLifetime(Optional.of(SettingValues.seconds(value)));
                default -> {
                    // A text, which was taken as it is, or refused.
                }
            }
        } catch (IllegalArgumentException e) {
            mistake(key + ": " + e.getMessage());
        }
    }

    private static OptionalInt count(String value, int lowest) {
        return OptionalInt.of(SettingValues.number(value, lowest, Integer.MAX_VALUE));
    }

    private static boolean balanced(String value) {
        return switch (value) {
            case "round-robin" -> true;
            case "disable" -> false;
            default ->
                throw new IllegalArgumentException(SettingValues.shown(value) + " is neither round-robin nor disable");
        };
    }

    private List<String> hosts(Map<String, String> pairs) {
        String value = pairs.get("host");
        if (value == null) {
            if (unixSocketDir.isEmpty()) {
                mistake("host: is missing, and there is no unix_socket_dir to look in: add host=NAME");
            }
            return List.of(unixSocketDir
                    .map(directory -> directory.toAbsolutePath().toString())
                    .orElse(""));
        }
        List<String> hosts = SettingValues.list(value);
        if (hosts.stream().anyMatch(host -> host.startsWith("@"))) {
            mistake("host: Hansom does not have abstract Unix sockets yet: name a directory or a host");
        }
        if (hosts.isEmpty() && !value.isEmpty()) {
            mistake("host: there is no name between the commas");
        }
        return hosts.isEmpty() ? List.of("") : hosts;
    }

    private void mistake(String text) {
        failed = true;
        mistakes.add(entry.place(), entry.key(), text);
    }
}
