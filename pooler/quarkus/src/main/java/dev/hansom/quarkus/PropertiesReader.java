package dev.hansom.quarkus;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import dev.hansom.config.ConfigException;
import dev.hansom.config.ConfigReader;
import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.config.PoolerConfigBuilder;
import dev.hansom.pool.PoolMode;
import dev.hansom.state.ServerReset;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Turns application properties into the pooler's configuration, and collects every mistake before it gives up. Reads
 * files, so it does not belong on an event loop. For one set of properties.
 */
final class PropertiesReader {

    static final String PREFIX = "hansom.pooler.";

    private static final int HIGHEST_PORT = 65535;

    private final PoolerProperties properties;
    private final PoolerConfigBuilder builder = PoolerConfig.builder();
    private final List<String> wrong = new ArrayList<>();

    private PropertiesReader(PoolerProperties properties) {
        this.properties = properties;
    }

    /**
     * The configuration the properties ask for.
     *
     * @throws ConfigException naming every property that is wrong
     */
    static PoolerConfig read(PoolerProperties properties) throws ConfigException {
        if (properties.configFile().isEmpty()) {
            return new PropertiesReader(properties).config();
        }
        List<String> beside = PropertiesSet.besideConfigFile(properties);
        if (!beside.isEmpty()) {
            throw new ConfigException(
                    List.of(PREFIX + "config-file: the file holds all settings of the pooler, and these are"
                            + " set beside it: " + String.join(", ", beside) + ": keep one of the two"));
        }
        return ConfigReader.read(properties.configFile().get());
    }

    private PoolerConfig config() throws ConfigException {
        builder.listenAddresses(properties.listenAddr().orElse(List.of("127.0.0.1")))
                .ignoreStartupParameters(
                        properties.ignoreStartupParameters().map(Set::copyOf).orElse(Set.of("extra_float_digits")))
                .unixSocketDir(unixSocketDir())
                .users(users())
                .authType(authType());
        number("listen-port", properties.listenPort(), 0, HIGHEST_PORT, builder::listenPort);
        number("max-client-conn", properties.maxClientConn(), 1, Integer.MAX_VALUE, builder::maxClientConn);
        number("default-pool-size", properties.defaultPoolSize(), 1, Integer.MAX_VALUE, builder::defaultPoolSize);
        limit("max-db-client-connections", properties.maxDbClientConnections(), builder::maxDbClientConnections);
        limit("max-user-client-connections", properties.maxUserClientConnections(), builder::maxUserClientConnections);
        limit("min-pool-size", properties.minPoolSize(), builder::minPoolSize);
        limit("reserve-pool-size", properties.reservePoolSize(), builder::reservePoolSize);
        limit("max-db-connections", properties.maxDbConnections(), builder::maxDbConnections);
        limit("max-user-connections", properties.maxUserConnections(), builder::maxUserConnections);
        number("event-loops", properties.eventLoops(), 1, Integer.MAX_VALUE, builder::eventLoops);
        limit("max-prepared-statements", properties.maxPreparedStatements(), builder::maxPreparedStatements);
        time("reserve-pool-timeout", properties.reservePoolTimeout(), builder::reservePoolTimeout);
        properties.serverRoundRobin().ifPresent(builder::serverRoundRobin);
        time("query-wait-timeout", properties.queryWaitTimeout(), builder::queryWaitTimeout);
        time("query-wait-notify", properties.queryWaitNotify(), builder::queryWaitNotify);
        time("query-timeout", properties.queryTimeout(), builder::queryTimeout);
        time("transaction-timeout", properties.transactionTimeout(), builder::transactionTimeout);
        time("idle-transaction-timeout", properties.idleTransactionTimeout(), builder::idleTransactionTimeout);
        time("client-idle-timeout", properties.clientIdleTimeout(), builder::clientIdleTimeout);
        time("cancel-wait-timeout", properties.cancelWaitTimeout(), builder::cancelWaitTimeout);
        time("server-lifetime", properties.serverLifetime(), builder::serverLifetime);
        time("server-idle-timeout", properties.serverIdleTimeout(), builder::serverIdleTimeout);
        time("server-check-delay", properties.serverCheckDelay(), builder::serverCheckDelay);
        properties.serverCheckQuery().ifPresent(builder::serverCheckQuery);
        time("server-connect-timeout", properties.serverConnectTimeout(), builder::serverConnectTimeout);
        time("server-login-retry", properties.serverLoginRetry(), builder::serverLoginRetry);
        time("client-login-timeout", properties.clientLoginTimeout(), builder::clientLoginTimeout);
        if (properties.serverConnectTimeout().filter(Duration::isZero).isPresent()) {
            wrong("server-connect-timeout", "0 leaves no time at all: set more than 0");
        }
        poolMode();
        serverReset();
        builder.databases(databases());
        if (!wrong.isEmpty()) {
            throw new ConfigException(wrong);
        }
        return builder.build();
    }

    private void limit(String name, OptionalInt value, IntConsumer target) {
        number(name, value, 0, Integer.MAX_VALUE, target);
    }

    private void number(String name, OptionalInt value, int lowest, int highest, IntConsumer target) {
        value.ifPresent(number -> {
            if (number >= lowest && number <= highest) {
                target.accept(number);
            } else {
                String range = highest == Integer.MAX_VALUE ? lowest + " or more" : lowest + " to " + highest;
                wrong(name, number + " is out of range: set " + range);
            }
        });
    }

    private void time(String name, Optional<Duration> value, Consumer<Duration> target) {
        value.ifPresent(duration -> {
            if (duration.isNegative()) {
                wrong(name, "is negative: set 0 or more");
            } else {
                target.accept(duration);
            }
        });
    }

    private void poolMode() {
        properties
                .poolMode()
                .ifPresent(value -> PoolMode.ofSetting(value)
                        .ifPresentOrElse(
                                builder::poolMode,
                                () -> wrong(
                                        "pool-mode",
                                        "'" + value + "' is no mode: set transaction, session or statement")));
    }

    private void serverReset() {
        try {
            properties.serverReset().map(ServerReset::parse).ifPresent(builder::serverReset);
        } catch (IllegalArgumentException e) {
            wrong("server-reset", String.valueOf(e.getMessage()));
        }
    }

    private Optional<Path> unixSocketDir() {
        Optional<Path> directory = properties.unixSocketDir();
        if (directory.filter(path -> path.toString().startsWith("@")).isPresent()) {
            wrong("unix-socket-dir", "Hansom does not have abstract Unix sockets yet: name a directory");
        }
        return directory;
    }

    private AuthType authType() {
        String value = properties.authType().orElse(AuthType.TRUST.settingValue());
        Optional<AuthType> type = AuthType.ofSetting(value);
        if (type.isEmpty()) {
            wrong("auth-type", "'" + value + "' is not available: set trust, md5 or scram-sha-256");
        } else if (type.get() != AuthType.TRUST
                && properties.authFile().isEmpty()
                && properties.users().isEmpty()) {
            wrong(
                    "auth-type",
                    "with " + value + " and no users nobody could log in: set " + PREFIX + "auth-file or " + PREFIX
                            + "users.\"NAME\", or trust");
        }
        return type.orElse(AuthType.TRUST);
    }

    private UserDirectory users() {
        if (properties.authFile().isPresent() && !properties.users().isEmpty()) {
            wrong("auth-file", "there are " + PREFIX + "users too: keep one of the two");
        } else if (properties.authFile().isPresent()) {
            try {
                return UserDirectory.read(properties.authFile().get());
            } catch (UncheckedIOException e) {
                wrong("auth-file", e.getMessage() + ": name a file that exists and can be read");
            } catch (IllegalArgumentException e) {
                wrong("auth-file", String.valueOf(e.getMessage()));
            }
        }
        try {
            return UserDirectory.of(properties.users());
        } catch (IllegalArgumentException e) {
            wrong("users", String.valueOf(e.getMessage()));
            return UserDirectory.empty();
        }
    }

    private List<DatabaseConfig> databases() {
        if (properties.databases().isEmpty()) {
            wrong(
                    "databases",
                    "there is none: set " + PREFIX + "databases.\"NAME\".host, with * as NAME for every database");
        }
        List<DatabaseConfig> databases = new ArrayList<>();
        properties
                .databases()
                .forEach((name, database) ->
                        new DatabaseProperties(name, database, wrong).config().ifPresent(databases::add));
        return databases;
    }

    private void wrong(String name, String text) {
        wrong.add(PREFIX + name + ": " + text);
    }
}
