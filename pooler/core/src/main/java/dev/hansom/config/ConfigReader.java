package dev.hansom.config;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import dev.hansom.state.ServerReset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a pgbouncer.ini into a {@link PoolerConfig}; collects every mistake before it gives up. */
public final class ConfigReader {

    private static final String SETTINGS = "pgbouncer";
    private static final String DATABASES = "databases";
    private static final Set<String> DATABASE_KEYS = Set.of("dbname", "host", "port", "user", "password", "pool_size");
    private static final Set<String> UNUSED_SECTIONS = Set.of("users", "peers");

    private final List<String> mistakes = new ArrayList<>();
    private final PoolerConfigBuilder builder = PoolerConfig.builder();
    private Optional<Path> unixSocketDir = Optional.of(Path.of(Setting.UNIX_SOCKET_DIR.defaultValue()));

    private ConfigReader() {}

    /**
     * The configuration in this file.
     *
     * @throws ConfigException naming file, line and key of every mistake
     */
    public static PoolerConfig read(Path file) throws ConfigException {
        return new ConfigReader().config(file);
    }

    private PoolerConfig config(Path file) throws ConfigException {
        IniFile ini = IniFile.read(file);
        mistakes.addAll(ini.mistakes());
        for (String section : ini.sections().keySet()) {
            if (!section.equals(SETTINGS) && !section.equals(DATABASES)) {
                mistakes.add(file + ": section [" + section + "] is "
                        + (UNUSED_SECTIONS.contains(section) ? "not supported yet" : "unknown") + ": remove it");
            }
        }
        Map<String, IniFile.Entry> settings = ini.sections().getOrDefault(SETTINGS, Map.of());
        builder.authType(AuthType.MD5).unixSocketDir(unixSocketDir);
        settings.values().forEach(this::setting);
        if (!settings.containsKey(Setting.POOL_MODE.key()) && mistakes.isEmpty()) {
            mistakes.add(file + ": pool_mode is missing, and PgBouncer's default, session, is not supported yet:"
                    + " write pool_mode = transaction");
        }
        Map<String, IniFile.Entry> entries = ini.sections().getOrDefault(DATABASES, Map.of());
        if (entries.isEmpty() && mistakes.isEmpty()) {
            mistakes.add(file + ": no database is configured: add a section [databases] with NAME = host=... port=...");
        }
        List<DatabaseConfig> databases = new ArrayList<>();
        entries.values().forEach(entry -> database(entry).ifPresent(databases::add));
        builder.databases(databases);
        if (mistakes.isEmpty()) {
            try {
                return builder.build();
            } catch (IllegalArgumentException e) {
                mistakes.add(file + ": " + e.getMessage());
            }
        }
        throw new ConfigException(mistakes);
    }

    private void setting(IniFile.Entry entry) {
        Optional<Setting> setting = Setting.of(entry.key());
        if (setting.isEmpty()) {
            mistakes.add(entry.place() + ": " + entry.key() + ": " + unknown(entry.key()));
            return;
        }
        try {
            apply(setting.get(), entry.value());
        } catch (IllegalArgumentException e) {
            mistakes.add(entry.place() + ": " + entry.key() + ": " + e.getMessage());
        }
    }

    private static String unknown(String key) {
        if (key.equals("server_reset_query") || key.equals("server_reset_query_always")) {
            return "use server_reset = none, narrow, narrow-discard-plans, discard-all, or the SQL itself";
        }
        return "not a setting of this version: remove it (docs/configuration.md lists those there are)";
    }

    private void apply(Setting setting, String value) {
        switch (setting) {
            case LISTEN_ADDR -> builder.listenAddresses(list(value));
            case LISTEN_PORT -> builder.listenPort(Setting.wholeNumber(value));
            case UNIX_SOCKET_DIR -> {
                unixSocketDir = value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
                builder.unixSocketDir(unixSocketDir);
            }
            case AUTH_TYPE ->
                builder.authType(AuthType.ofSetting(value)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "'" + value + "' is not supported: use trust, md5 or scram-sha-256")));
            case AUTH_FILE -> builder.users(users(value));
            case POOL_MODE -> {
                if (!value.equals("transaction")) {
                    throw new IllegalArgumentException("'" + value + "' is not supported yet: use transaction");
                }
            }
            case MAX_CLIENT_CONN -> builder.maxClientConn(Setting.wholeNumber(value));
            case DEFAULT_POOL_SIZE -> builder.defaultPoolSize(Setting.wholeNumber(value));
            case MAX_PREPARED_STATEMENTS -> builder.maxPreparedStatements(Setting.wholeNumber(value));
            case IGNORE_STARTUP_PARAMETERS -> builder.ignoreStartupParameters(Set.copyOf(list(value)));
            case SERVER_RESET -> builder.serverReset(ServerReset.parse(value));
            case QUERY_WAIT_TIMEOUT -> builder.queryWaitTimeout(Setting.seconds(value));
            case SERVER_LIFETIME -> builder.serverLifetime(Setting.seconds(value));
            case SERVER_IDLE_TIMEOUT -> builder.serverIdleTimeout(Setting.seconds(value));
            case SERVER_CONNECT_TIMEOUT -> builder.serverConnectTimeout(Setting.seconds(value));
            case SERVER_LOGIN_RETRY -> builder.serverLoginRetry(Setting.seconds(value));
            case CLIENT_LOGIN_TIMEOUT -> builder.clientLoginTimeout(Setting.seconds(value));
        }
    }

    private static UserDirectory users(String file) {
        try {
            return file.isEmpty() ? UserDirectory.empty() : UserDirectory.read(Path.of(file));
        } catch (java.io.UncheckedIOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<String> list(String value) {
        return Arrays.stream(value.split(","))
                .map(String::trim)
                .filter(item -> !item.isEmpty())
                .distinct()
                .collect(Collectors.toList());
    }

    private Optional<DatabaseConfig> database(IniFile.Entry entry) {
        try {
            if (entry.key().equals(SETTINGS)) {
                throw new IllegalArgumentException("the name is reserved: choose another");
            }
            Map<String, String> pairs = KeyValueList.parse(entry.value());
            for (String key : pairs.keySet()) {
                if (!DATABASE_KEYS.contains(key)) {
                    throw new IllegalArgumentException(
                            key + " is not a key of this version: remove it (there are dbname, host, port, user,"
                                    + " password, pool_size)");
                }
            }
            return Optional.of(new DatabaseConfig(
                    entry.key(),
                    host(pairs),
                    Setting.wholeNumber(pairs.getOrDefault("port", "5432")),
                    Optional.ofNullable(pairs.get("dbname")),
                    Optional.ofNullable(pairs.get("user")),
                    Optional.ofNullable(pairs.get("password")),
                    poolSize(pairs)));
        } catch (IllegalArgumentException e) {
            mistakes.add(entry.place() + ": " + entry.key() + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private String host(Map<String, String> pairs) {
        String host = pairs.get("host");
        if (host == null) {
            return unixSocketDir
                    .map(Path::toString)
                    .orElseThrow(() -> new IllegalArgumentException("host is missing, and unix_socket_dir is empty"));
        }
        if (host.contains(",")) {
            throw new IllegalArgumentException("a list of hosts is not supported yet: name one host");
        }
        if (host.startsWith("@")) {
            throw new IllegalArgumentException("abstract Unix sockets are not supported yet: name a directory");
        }
        return host;
    }

    private static OptionalInt poolSize(Map<String, String> pairs) {
        String value = pairs.get("pool_size");
        if (value == null) {
            return OptionalInt.empty();
        }
        int size = Setting.wholeNumber(value);
        if (size == 0) {
            throw new IllegalArgumentException("pool_size must be at least 1");
        }
        return OptionalInt.of(size);
    }
}
