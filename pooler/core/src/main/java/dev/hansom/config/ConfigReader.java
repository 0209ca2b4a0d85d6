package dev.hansom.config;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import dev.hansom.state.ServerReset;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a pgbouncer.ini into a {@link PoolerConfig}; collects every mistake before it gives up. For one file. */
public final class ConfigReader {

    private static final String SETTINGS = "pgbouncer";
    private static final String DATABASES = "databases";
    private static final int HIGHEST_PORT = 65535;

    private final Mistakes mistakes = new Mistakes();
    private final PoolerConfigBuilder builder = PoolerConfig.builder();
    private final Path file;
    private AuthType authType = AuthType.TRUST;
    private Optional<Path> unixSocketDir = Optional.of(Path.of(Setting.UNIX_SOCKET_DIR.defaultValue()));
    private boolean listensOnTcp;

    private ConfigReader(Path file) {
        this.file = file;
    }

    /**
     * The configuration in this file.
     *
     * @throws ConfigException with one message for each mistake: {@code FILE:LINE: KEY: what is wrong, what to do}
     */
    public static PoolerConfig read(Path file) throws ConfigException {
        return new ConfigReader(file).config();
    }

    private PoolerConfig config() throws ConfigException {
        IniFile ini = IniFile.read(file, mistakes);
        if (ini.sections().isEmpty() && !mistakes.isEmpty()) {
            throw mistakes.asException();
        }
        for (IniFile.Section section : ini.sections().values()) {
            if (!section.name().equals(SETTINGS) && !section.name().equals(DATABASES)) {
                mistakes.add(section.place(), "[" + section.name() + "]", PgBouncerKeys.refusedSection(section.name()));
            }
        }
        settings(section(ini, SETTINGS));
        databases(section(ini, DATABASES));
        if (!mistakes.isEmpty()) {
            throw mistakes.asException();
        }
        return builder.build();
    }

    private IniFile.Section section(IniFile ini, String name) {
        IniFile.Section found = ini.sections().get(name);
        return found == null ? new IniFile.Section(name, IniFile.Place.of(file), Map.of()) : found;
    }

    private void settings(IniFile.Section section) {
        for (IniFile.Entry entry : section.entries().values()) {
            if (Setting.of(entry.key()).isEmpty()) {
                mistakes.add(entry.place(), entry.key(), PgBouncerKeys.refusedSetting(entry.key()));
            }
        }
        for (Setting setting : Setting.values()) {
            IniFile.Entry entry = entry(section, setting);
            if (entry.value().isEmpty() && !section.entries().containsKey(setting.key())) {
                continue;
            }
            try {
                apply(setting, entry.value());
            } catch (IllegalArgumentException e) {
                mistakes.add(entry.place(), entry.key(), String.valueOf(e.getMessage()));
            }
        }
        IniFile.Entry authFile = entry(section, Setting.AUTH_FILE);
        if (authType != AuthType.TRUST && authFile.value().isEmpty()) {
            mistakes.add(
                    authFile.place(),
                    authFile.key(),
                    "is missing, so that with auth_type = " + authType.settingValue()
                            + " nobody could log in: name a file of users, or write auth_type = trust");
        }
        IniFile.Entry listenAddr = entry(section, Setting.LISTEN_ADDR);
        if (!listensOnTcp && entry(section, Setting.UNIX_SOCKET_DIR).value().isEmpty()) {
            mistakes.add(
                    listenAddr.place(),
                    listenAddr.key(),
                    "there is neither an address nor a unix_socket_dir to listen on: write listen_addr = 127.0.0.1");
        }
    }

    /** The setting as written; where it is not, its default at the place of the section. */
    private static IniFile.Entry entry(IniFile.Section section, Setting setting) {
        IniFile.Entry written = section.entries().get(setting.key());
        return written == null ? new IniFile.Entry(setting.key(), setting.defaultValue(), section.place()) : written;
    }

    private void apply(Setting setting, String value) {
        switch (setting) {
            case LISTEN_ADDR -> {
                List<String> addresses = SettingValues.list(value);
                listensOnTcp = !addresses.isEmpty();
                builder.listenAddresses(addresses);
            }
            case LISTEN_PORT -> builder.listenPort(SettingValues.number(value, 0, HIGHEST_PORT));
            case UNIX_SOCKET_DIR -> {
                unixSocketDir = unixSocketDir(value);
                builder.unixSocketDir(unixSocketDir);
            }
            case AUTH_TYPE -> {
                authType = authType(value);
                builder.authType(authType);
            }
            case AUTH_FILE -> builder.users(users(value));
            case POOL_MODE -> builder.poolMode(SettingValues.poolMode(value));
            case MAX_CLIENT_CONN -> builder.maxClientConn(SettingValues.number(value, 1, Integer.MAX_VALUE));
            case MAX_DB_CLIENT_CONNECTIONS ->
                builder.maxDbClientConnections(SettingValues.number(value, 0, Integer.MAX_VALUE));
            case MAX_USER_CLIENT_CONNECTIONS ->
                builder.maxUserClientConnections(SettingValues.number(value, 0, Integer.MAX_VALUE));
            case DEFAULT_POOL_SIZE -> builder.defaultPoolSize(SettingValues.number(value, 1, Integer.MAX_VALUE));
            case MIN_POOL_SIZE -> builder.minPoolSize(SettingValues.number(value, 0, Integer.MAX_VALUE));
            case RESERVE_POOL_SIZE -> builder.reservePoolSize(SettingValues.number(value, 0, Integer.MAX_VALUE));
            case MAX_DB_CONNECTIONS -> builder.maxDbConnections(SettingValues.number(value, 0, Integer.MAX_VALUE));
            case MAX_USER_CONNECTIONS -> builder.maxUserConnections(SettingValues.number(value, 0, Integer.MAX_VALUE));
            case RESERVE_POOL_TIMEOUT -> builder.reservePoolTimeout(SettingValues.seconds(value));
            case SERVER_ROUND_ROBIN -> builder.serverRoundRobin(SettingValues.flag(value));
            case EVENT_LOOPS -> builder.eventLoops(SettingValues.number(value, 1, 1024));
            case MAX_PREPARED_STATEMENTS ->
                builder.maxPreparedStatements(SettingValues.number(value, 0, Integer.MAX_VALUE));
            case IGNORE_STARTUP_PARAMETERS -> builder.ignoreStartupParameters(Set.copyOf(SettingValues.list(value)));
            case SERVER_RESET -> builder.serverReset(ServerReset.parse(value));
            case QUERY_WAIT_TIMEOUT -> builder.queryWaitTimeout(SettingValues.seconds(value));
            case QUERY_WAIT_NOTIFY -> builder.queryWaitNotify(SettingValues.seconds(value));
            case QUERY_TIMEOUT -> builder.queryTimeout(SettingValues.seconds(value));
            case TRANSACTION_TIMEOUT -> builder.transactionTimeout(SettingValues.seconds(value));
            case IDLE_TRANSACTION_TIMEOUT -> builder.idleTransactionTimeout(SettingValues.seconds(value));
            case CLIENT_IDLE_TIMEOUT -> builder.clientIdleTimeout(SettingValues.seconds(value));
            case CANCEL_WAIT_TIMEOUT -> builder.cancelWaitTimeout(SettingValues.seconds(value));
            case SERVER_LIFETIME -> builder.serverLifetime(SettingValues.seconds(value));
            case SERVER_IDLE_TIMEOUT -> builder.serverIdleTimeout(SettingValues.seconds(value));
            case SERVER_CHECK_DELAY -> builder.serverCheckDelay(SettingValues.seconds(value));
            case SERVER_CHECK_QUERY -> builder.serverCheckQuery(value);
            case SERVER_CONNECT_TIMEOUT -> builder.serverConnectTimeout(SettingValues.secondsAboveZero(value));
            case SERVER_LOGIN_RETRY -> builder.serverLoginRetry(SettingValues.seconds(value));
            case CLIENT_LOGIN_TIMEOUT -> builder.clientLoginTimeout(SettingValues.seconds(value));
        }
    }

    private static Optional<Path> unixSocketDir(String value) {
        if (value.startsWith("@")) {
            throw new IllegalArgumentException("Hansom does not have abstract Unix sockets yet: name a directory");
        }
        return value.isEmpty() ? Optional.empty() : Optional.of(SettingValues.path(value));
    }

    private static AuthType authType(String value) {
        return AuthType.ofSetting(value)
                .orElseThrow(() -> new IllegalArgumentException(
                        SettingValues.shown(value) + " is not available: use trust, md5 or scram-sha-256"));
    }

    private static UserDirectory users(String value) {
        if (value.isEmpty()) {
            return UserDirectory.empty();
        }
        Path users = SettingValues.path(value);
        try {
            return UserDirectory.read(users);
        } catch (UncheckedIOException e) {
            throw new IllegalArgumentException(
                    Files.exists(users)
                            ? users + " cannot be read: check its type, owner and mode"
                            : "there is no file " + users + ": correct its name or create it",
                    e);
        }
    }

    private void databases(IniFile.Section section) {
        if (section.entries().isEmpty()) {
            mistakes.add(
                    section.place(), "[databases]", "there is no database: add NAME = host=HOST, or * = host=HOST");
        }
        List<DatabaseConfig> databases = new ArrayList<>();
        for (IniFile.Entry entry : section.entries().values()) {
            DatabaseReader.read(entry, unixSocketDir, mistakes).ifPresent(databases::add);
        }
        builder.databases(databases);
    }
}
