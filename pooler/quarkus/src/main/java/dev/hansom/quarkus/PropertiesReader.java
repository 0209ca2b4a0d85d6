package dev.hansom.quarkus;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import dev.hansom.config.ConfigException;
import dev.hansom.config.ConfigReader;
import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.config.PoolerConfigBuilder;
import dev.hansom.state.ServerReset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns application properties into the pooler's configuration. */
final class PropertiesReader {

    private PropertiesReader() {}

    /**
     * The configuration the properties ask for.
     *
     * @throws ConfigException naming every property that is wrong
     */
    static PoolerConfig read(PoolerProperties properties) throws ConfigException {
        if (properties.configFile().isPresent()) {
            if (!properties.databases().isEmpty() || properties.listenPort().isPresent()) {
                throw new ConfigException(List.of("hansom.pooler.config-file holds all settings of the pooler:"
                        + " set nothing else but enabled and drain-timeout beside it"));
            }
            return ConfigReader.read(properties.configFile().get());
        }
        List<String> wrong = new ArrayList<>();
        PoolerConfigBuilder builder = PoolerConfig.builder()
                .listenAddresses(properties.listenAddr().orElse(List.of("127.0.0.1")))
                .unixSocketDir(properties.unixSocketDir())
                .ignoreStartupParameters(
                        properties.ignoreStartupParameters().map(Set::copyOf).orElse(Set.of("extra_float_digits")))
                .databases(databases(properties, wrong))
                .users(users(properties, wrong))
                .authType(authType(properties, wrong));
        properties.listenPort().ifPresent(builder::listenPort);
        properties.maxClientConn().ifPresent(builder::maxClientConn);
        properties.defaultPoolSize().ifPresent(builder::defaultPoolSize);
        properties.maxPreparedStatements().ifPresent(builder::maxPreparedStatements);
        properties.queryWaitTimeout().ifPresent(builder::queryWaitTimeout);
        properties.serverLifetime().ifPresent(builder::serverLifetime);
        properties.serverIdleTimeout().ifPresent(builder::serverIdleTimeout);
        properties.serverConnectTimeout().ifPresent(builder::serverConnectTimeout);
        properties.serverLoginRetry().ifPresent(builder::serverLoginRetry);
        properties.clientLoginTimeout().ifPresent(builder::clientLoginTimeout);
        try {
            properties.serverReset().map(ServerReset::parse).ifPresent(builder::serverReset);
            PoolerConfig config = builder.build();
            if (wrong.isEmpty()) {
                return config;
            }
        } catch (IllegalArgumentException e) {
            wrong.add("hansom.pooler: " + e.getMessage());
        }
        throw new ConfigException(wrong);
    }

    private static List<DatabaseConfig> databases(PoolerProperties properties, List<String> wrong) {
        if (properties.databases().isEmpty()) {
            wrong.add("hansom.pooler.databases is empty: set hansom.pooler.databases.\"NAME\".host,"
                    + " with * as NAME for every database");
        }
        List<DatabaseConfig> databases = new ArrayList<>();
        for (Map.Entry<String, PoolerProperties.Database> entry :
                properties.databases().entrySet()) {
            PoolerProperties.Database database = entry.getValue();
            try {
                databases.add(new DatabaseConfig(
                        entry.getKey(),
                        database.host(),
                        database.port(),
                        database.dbname(),
                        database.user(),
                        database.password(),
                        database.poolSize()));
            } catch (IllegalArgumentException e) {
                wrong.add("hansom.pooler.databases: " + e.getMessage());
            }
        }
        return databases;
    }

    private static UserDirectory users(PoolerProperties properties, List<String> wrong) {
        if (properties.authFile().isPresent() && !properties.users().isEmpty()) {
            wrong.add("hansom.pooler.auth-file and hansom.pooler.users are both set: keep one of them");
        } else if (properties.authFile().isPresent()) {
            try {
                return UserDirectory.read(properties.authFile().get());
            } catch (IllegalArgumentException e) {
                wrong.add("hansom.pooler.auth-file: " + e.getMessage());
            }
        }
        return UserDirectory.of(properties.users());
    }

    private static AuthType authType(PoolerProperties properties, List<String> wrong) {
        String value = properties.authType().orElse(AuthType.TRUST.settingValue());
        return AuthType.ofSetting(value).orElseGet(() -> {
            wrong.add("hansom.pooler.auth-type: " + value + " is not one of trust, md5, scram-sha-256");
            return AuthType.TRUST;
        });
    }
}
