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
import java.util.stream.Stream;

/**
 * Everything a pooler is started with; immutable. Names and defaults are PgBouncer's where the meaning is the same. A
 * zero duration switches the limit off where the setting's text says so.
 *
 * @param listenAddresses {@code listen_addr}: TCP addresses or names, {@code *} for all; empty: no TCP
 * @param listenPort {@code listen_port}; 0 lets the system choose (for tests and embedding)
 * @param unixSocketDir {@code unix_socket_dir}; empty: no Unix socket
 * @param authType {@code auth_type}
 * @param users {@code auth_file}: secrets by user name
 * @param databases the entries of {@code [databases]}
 * @param poolMode {@code pool_mode}
 * @param maxClientConn {@code max_client_conn}: client connections in all
 * @param maxDbClientConnections {@code max_db_client_connections}; 0: no limit
 * @param maxUserClientConnections {@code max_user_client_connections}; 0: no limit
 * @param defaultPoolSize {@code default_pool_size}: server connections for each (database, user)
 * @param minPoolSize {@code min_pool_size}
 * @param reservePoolSize {@code reserve_pool_size}
 * @param reservePoolTimeout {@code reserve_pool_timeout}; zero: the reserve is not used
 * @param maxDbConnections {@code max_db_connections}; 0: no limit
 * @param maxUserConnections {@code max_user_connections}; 0: no limit
 * @param serverRoundRobin {@code server_round_robin}
 * @param eventLoops {@code event_loops}
 * @param maxPreparedStatements {@code max_prepared_statements} for each server connection; 0 passes names through
 * @param ignoreStartupParameters {@code ignore_startup_parameters}: accepted and dropped
 * @param serverReset {@code server_reset}; empty: what the pool mode needs
 * @param queryWaitTimeout {@code query_wait_timeout}; zero: off
 * @param serverLifetime {@code server_lifetime}; zero: a connection is used once
 * @param serverIdleTimeout {@code server_idle_timeout}; zero: off
 * @param serverCheckDelay {@code server_check_delay}; zero: always checked
 * @param serverCheckQuery {@code server_check_query}; empty: never checked
 * @param serverConnectTimeout {@code server_connect_timeout}: connect and login; more than zero
 * @param serverLoginRetry {@code server_login_retry}: how long a failed login is remembered
 * @param clientLoginTimeout {@code client_login_timeout}; zero: off
 * @param queryWaitNotify {@code query_wait_notify}; zero: off
 * @param queryTimeout {@code query_timeout}; zero: off
 * @param transactionTimeout {@code transaction_timeout}; zero: off
 * @param idleTransactionTimeout {@code idle_transaction_timeout}; zero: off
 * @param clientIdleTimeout {@code client_idle_timeout}; zero: off
 * @param cancelWaitTimeout {@code cancel_wait_timeout}; zero: off
 */
public record PoolerConfig(
        List<String> listenAddresses,
        int listenPort,
        Optional<Path> unixSocketDir,
        AuthType authType,
        UserDirectory users,
        List<DatabaseConfig> databases,
        PoolMode poolMode,
        int maxClientConn,
        int maxDbClientConnections,
        int maxUserClientConnections,
        int defaultPoolSize,
        int minPoolSize,
        int reservePoolSize,
        Duration reservePoolTimeout,
        int maxDbConnections,
        int maxUserConnections,
        boolean serverRoundRobin,
        int eventLoops,
        int maxPreparedStatements,
        Set<String> ignoreStartupParameters,
        Optional<ServerReset> serverReset,
        Duration queryWaitTimeout,
        Duration serverLifetime,
        Duration serverIdleTimeout,
        Duration serverCheckDelay,
        Optional<String> serverCheckQuery,
        Duration serverConnectTimeout,
        Duration serverLoginRetry,
        Duration clientLoginTimeout,
        Duration queryWaitNotify,
        Duration queryTimeout,
        Duration transactionTimeout,
        Duration idleTransactionTimeout,
        Duration clientIdleTimeout,
        Duration cancelWaitTimeout) {

    public PoolerConfig {
        listenAddresses = List.copyOf(listenAddresses);
        databases = List.copyOf(databases);
        ignoreStartupParameters = Set.copyOf(ignoreStartupParameters);
        if (listenPort < 0 || listenPort > 65535) {
            throw new IllegalArgumentException("listen_port " + listenPort + " is not in 0 to 65535");
        }
        if (defaultPoolSize < 1) {
            throw new IllegalArgumentException("default_pool_size must be at least 1, not " + defaultPoolSize);
        }
        if (eventLoops < 1) {
            throw new IllegalArgumentException("event_loops must be at least 1, not " + eventLoops);
        }
        if (maxClientConn < 1) {
            throw new IllegalArgumentException("max_client_conn must be at least 1, not " + maxClientConn);
        }
        if (Stream.of(
                        minPoolSize,
                        reservePoolSize,
                        maxDbConnections,
                        maxUserConnections,
                        maxDbClientConnections,
                        maxUserClientConnections)
                .anyMatch(limit -> limit < 0)) {
            throw new IllegalArgumentException("sizes and limits of connections must be 0 or more");
        }
        if (maxPreparedStatements < 0) {
            throw new IllegalArgumentException(
                    "max_prepared_statements must be 0 or more, not " + maxPreparedStatements);
        }
        if (serverConnectTimeout.isZero() || serverConnectTimeout.isNegative()) {
            throw new IllegalArgumentException("server_connect_timeout must be more than 0");
        }
        if (databases.stream().map(DatabaseConfig::name).distinct().count() != databases.size()) {
            throw new IllegalArgumentException("two databases have the same name");
        }
    }

    /** The entry that serves a database name: its own, else the fallback. */
    public Optional<DatabaseConfig> database(String name) {
        Optional<DatabaseConfig> fallback = Optional.empty();
        for (DatabaseConfig database : databases) {
            if (database.name().equals(name)) {
                return Optional.of(database);
            }
            if (database.name().equals(DatabaseConfig.FALLBACK)) {
                fallback = Optional.of(database);
            }
        }
        return fallback;
    }

    /** A builder that holds PgBouncer's defaults, but trust and transaction mode; and no database. */
    public static PoolerConfigBuilder builder() {
        return new PoolerConfigBuilder();
    }
}
