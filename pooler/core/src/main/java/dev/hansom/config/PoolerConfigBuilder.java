package dev.hansom.config;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import dev.hansom.state.ServerReset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects a {@link PoolerConfig}; see there for what each setting means. Not thread-safe. */
public final class PoolerConfigBuilder {

    private List<String> listenAddresses = List.of();
    private int listenPort = 6432;
    private Optional<Path> unixSocketDir = Optional.empty();
    private AuthType authType = AuthType.TRUST;
    private UserDirectory users = UserDirectory.empty();
    private List<DatabaseConfig> databases = List.of();
    private int maxClientConn = 100;
    private int defaultPoolSize = 20;
    private int maxPreparedStatements = 200;
    private Set<String> ignoreStartupParameters = Set.of();
    private ServerReset serverReset = ServerReset.NONE;
    private Duration queryWaitTimeout = Duration.ofSeconds(120);
    private Duration serverLifetime = Duration.ofSeconds(3600);
    private Duration serverIdleTimeout = Duration.ofSeconds(600);
    private Duration serverConnectTimeout = Duration.ofSeconds(15);
    private Duration serverLoginRetry = Duration.ofSeconds(15);
    private Duration clientLoginTimeout = Duration.ofSeconds(60);

    PoolerConfigBuilder() {}

    public PoolerConfigBuilder listenAddresses(List<String> value) {
        this.listenAddresses = value;
        return this;
    }

    public PoolerConfigBuilder listenPort(int value) {
        this.listenPort = value;
        return this;
    }

    public PoolerConfigBuilder unixSocketDir(Optional<Path> value) {
        this.unixSocketDir = value;
        return this;
    }

    public PoolerConfigBuilder authType(AuthType value) {
        this.authType = value;
        return this;
    }

    public PoolerConfigBuilder users(UserDirectory value) {
        this.users = value;
        return this;
    }

    public PoolerConfigBuilder databases(List<DatabaseConfig> value) {
        this.databases = value;
        return this;
    }

    public PoolerConfigBuilder maxClientConn(int value) {
        this.maxClientConn = value;
        return this;
    }

    public PoolerConfigBuilder defaultPoolSize(int value) {
        this.defaultPoolSize = value;
        return this;
    }

    public PoolerConfigBuilder maxPreparedStatements(int value) {
        this.maxPreparedStatements = value;
        return this;
    }

    public PoolerConfigBuilder ignoreStartupParameters(Set<String> value) {
        this.ignoreStartupParameters = value;
        return this;
    }

    public PoolerConfigBuilder serverReset(ServerReset value) {
        this.serverReset = value;
        return this;
    }

    public PoolerConfigBuilder queryWaitTimeout(Duration value) {
        this.queryWaitTimeout = value;
        return this;
    }

    public PoolerConfigBuilder serverLifetime(Duration value) {
        this.serverLifetime = value;
        return this;
    }

    public PoolerConfigBuilder serverIdleTimeout(Duration value) {
        this.serverIdleTimeout = value;
        return this;
    }

    public PoolerConfigBuilder serverConnectTimeout(Duration value) {
        this.serverConnectTimeout = value;
        return this;
    }

    public PoolerConfigBuilder serverLoginRetry(Duration value) {
        this.serverLoginRetry = value;
        return this;
    }

    public PoolerConfigBuilder clientLoginTimeout(Duration value) {
        this.clientLoginTimeout = value;
        return this;
    }

    /**
     * The configuration collected so far.
     *
     * @throws IllegalArgumentException where a value is out of range
     */
    public PoolerConfig build() {
        return new PoolerConfig(
                listenAddresses,
                listenPort,
                unixSocketDir,
                authType,
                users,
                databases,
                maxClientConn,
                defaultPoolSize,
                maxPreparedStatements,
                ignoreStartupParameters,
                serverReset,
                queryWaitTimeout,
                serverLifetime,
                serverIdleTimeout,
                serverConnectTimeout,
                serverLoginRetry,
                clientLoginTimeout);
    }
}
