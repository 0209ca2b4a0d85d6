package dev.hansom.config;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import dev.hansom.pool.PoolMode;
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
    private PoolMode poolMode = PoolMode.TRANSACTION;
    private int maxClientConn = 100;
    private int maxDbClientConnections;
    private int maxUserClientConnections;
    private int defaultPoolSize = 20;
    private int minPoolSize;
    private int reservePoolSize;
    private Duration reservePoolTimeout = Duration.ofSeconds(5);
    private int maxDbConnections;
    private int maxUserConnections;
    private boolean serverRoundRobin;
    private int eventLoops = 1;
    private int maxPreparedStatements = 200;
    private Set<String> ignoreStartupParameters = Set.of();
    private Optional<ServerReset> serverReset = Optional.empty();
    private Duration queryWaitTimeout = Duration.ofSeconds(120);
    private Duration serverLifetime = Duration.ofSeconds(3600);
    private Duration serverIdleTimeout = Duration.ofSeconds(600);
    private Duration serverCheckDelay = Duration.ofSeconds(30);
    private Optional<String> serverCheckQuery = Optional.of("");
    private Duration serverConnectTimeout = Duration.ofSeconds(15);
    private Duration serverLoginRetry = Duration.ofSeconds(15);
    private Duration clientLoginTimeout = Duration.ofSeconds(60);
    private Duration queryWaitNotify = Duration.ofSeconds(5);
    private Duration queryTimeout = Duration.ZERO;
    private Duration transactionTimeout = Duration.ZERO;
    private Duration idleTransactionTimeout = Duration.ZERO;
    private Duration clientIdleTimeout = Duration.ZERO;
    private Duration cancelWaitTimeout = Duration.ofSeconds(10);

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

    public PoolerConfigBuilder poolMode(PoolMode value) {
        this.poolMode = value;
        return this;
    }

    public PoolerConfigBuilder maxClientConn(int value) {
        this.maxClientConn = value;
        return this;
    }

    public PoolerConfigBuilder maxDbClientConnections(int value) {
        this.maxDbClientConnections = value;
        return this;
    }

    public PoolerConfigBuilder maxUserClientConnections(int value) {
        this.maxUserClientConnections = value;
        return this;
    }

    public PoolerConfigBuilder defaultPoolSize(int value) {
        this.defaultPoolSize = value;
        return this;
    }

    public PoolerConfigBuilder minPoolSize(int value) {
        this.minPoolSize = value;
        return this;
    }

    public PoolerConfigBuilder reservePoolSize(int value) {
        this.reservePoolSize = value;
        return this;
    }

    public PoolerConfigBuilder reservePoolTimeout(Duration value) {
        this.reservePoolTimeout = value;
        return this;
    }

    public PoolerConfigBuilder maxDbConnections(int value) {
        this.maxDbConnections = value;
        return this;
    }

    public PoolerConfigBuilder maxUserConnections(int value) {
        this.maxUserConnections = value;
        return this;
    }

    public PoolerConfigBuilder serverRoundRobin(boolean value) {
        this.serverRoundRobin = value;
        return this;
    }

    public PoolerConfigBuilder eventLoops(int value) {
        this.eventLoops = value;
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
        this.serverReset = Optional.of(value);
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

    public PoolerConfigBuilder serverCheckDelay(Duration value) {
        this.serverCheckDelay = value;
        return this;
    }

    /** As with PgBouncer nothing at all is no check, and the word {@code <empty>} an empty query. */
    public PoolerConfigBuilder serverCheckQuery(String value) {
        this.serverCheckQuery =
                value.isEmpty() ? Optional.empty() : Optional.of(value.equals(Setting.EMPTY_QUERY) ? "" : value);
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

    public PoolerConfigBuilder queryWaitNotify(Duration value) {
        this.queryWaitNotify = value;
        return this;
    }

    public PoolerConfigBuilder queryTimeout(Duration value) {
        this.queryTimeout = value;
        return this;
    }

    public PoolerConfigBuilder transactionTimeout(Duration value) {
        this.transactionTimeout = value;
        return this;
    }

    public PoolerConfigBuilder idleTransactionTimeout(Duration value) {
        this.idleTransactionTimeout = value;
        return this;
    }

    public PoolerConfigBuilder clientIdleTimeout(Duration value) {
        this.clientIdleTimeout = value;
        return this;
    }

    public PoolerConfigBuilder cancelWaitTimeout(Duration value) {
        this.cancelWaitTimeout = value;
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
                poolMode,
                maxClientConn,
                maxDbClientConnections,
                maxUserClientConnections,
                defaultPoolSize,
                minPoolSize,
                reservePoolSize,
                reservePoolTimeout,
                maxDbConnections,
                maxUserConnections,
                serverRoundRobin,
                eventLoops,
                maxPreparedStatements,
                ignoreStartupParameters,
                serverReset,
                queryWaitTimeout,
                serverLifetime,
                serverIdleTimeout,
                serverCheckDelay,
                serverCheckQuery,
                serverConnectTimeout,
                serverLoginRetry,
                clientLoginTimeout,
                queryWaitNotify,
                queryTimeout,
                transactionTimeout,
                idleTransactionTimeout,
                clientIdleTimeout,
                cancelWaitTimeout);
    }
}
