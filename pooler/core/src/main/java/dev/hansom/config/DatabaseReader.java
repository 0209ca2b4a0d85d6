package dev.hansom.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads one entry of {@code [databases]}, and notes every mistake in it. */
final class DatabaseReader {

    static final Set<String> KEYS = Set.of("dbname", "host", "port", "user", "password", "pool_size");

    private static final String RESERVED = "pgbouncer";
    private static final String DEFAULT_PORT = "5432";
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
        String host = host(pairs);
        int port = number(pairs, "port", DEFAULT_PORT, HIGHEST_PORT);
        OptionalInt poolSize = pairs.containsKey("pool_size")
                ? OptionalInt.of(number(pairs, "pool_size", "", Integer.MAX_VALUE))
                : OptionalInt.empty();
        return failed
                ? Optional.empty()
                : Optional.of(new DatabaseConfig(
                        entry.key(),
                        host,
                        port,
                        Optional.ofNullable(pairs.get("dbname")),
                        Optional.ofNullable(pairs.get("user")),
                        Optional.ofNullable(pairs.get("password")),
                        poolSize));
    }

    private String host(Map<String, String> pairs) {
        String host = pairs.get("host");
        if (host == null) {
            if (unixSocketDir.isEmpty()) {
                mistake("host: is missing, and there is no unix_socket_dir to look in: add host=NAME");
            }
            return unixSocketDir
                    .map(directory -> directory.toAbsolutePath().toString())
                    .orElse("");
        }
        if (host.contains(",")) {
            mistake("host: Hansom does not have lists of hosts yet: name one");
        }
        if (host.startsWith("@")) {
            mistake("host: Hansom does not have abstract Unix sockets yet: name a directory or a host");
        }
        return host;
    }

    private int number(Map<String, String> pairs, String key, String ifMissing, int max) {
        String value = pairs.getOrDefault(key, ifMissing);
        try {
            return SettingValues.number(value, 1, max);
        } catch (IllegalArgumentException e) {
            if (!value.isEmpty()) {
                mistake(key + ": " + e.getMessage());
            }
            return 1;
        }
    }

    private void mistake(String text) {
        failed = true;
        mistakes.add(entry.place(), entry.key(), text);
    }
}
