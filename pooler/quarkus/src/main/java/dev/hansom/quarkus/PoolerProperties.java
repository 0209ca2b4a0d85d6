package dev.hansom.quarkus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The pooler's settings as application properties: the names of the ini file, with dashes. docs/configuration.md lists
 * them with meaning and default.
 */
@ConfigMapping(prefix = "hansom.pooler")
public interface PoolerProperties {

    /** Whether this application hosts a pooler. */
    @WithDefault("false")
    boolean enabled();

    /** A pgbouncer.ini that holds all other settings. */
    Optional<Path> configFile();

    /** How long sessions may take to end when the application stops. */
    @WithDefault("10s")
    Duration drainTimeout();

    Optional<List<String>> listenAddr();

    OptionalInt listenPort();

    Optional<Path> unixSocketDir();

    Optional<String> authType();

    Optional<Path> authFile();

    /** Secrets by user name, beside or instead of {@link #authFile()}. */
    Map<String, String> users();

    /** Databases by the name clients use; {@code *} serves all others. */
    Map<String, Database> databases();

    Optional<String> poolMode();

    OptionalInt maxClientConn();

    OptionalInt maxDbClientConnections();

    OptionalInt maxUserClientConnections();

    OptionalInt defaultPoolSize();

    OptionalInt minPoolSize();

    OptionalInt reservePoolSize();

    OptionalInt maxDbConnections();

    OptionalInt maxUserConnections();

    Optional<Duration> reservePoolTimeout();

    Optional<Boolean> serverRoundRobin();

    OptionalInt eventLoops();

    OptionalInt maxPreparedStatements();

    Optional<List<String>> ignoreStartupParameters();

    Optional<String> serverReset();

    Optional<Duration> queryWaitTimeout();

    Optional<Duration> queryWaitNotify();

    Optional<Duration> queryTimeout();

    Optional<Duration> transactionTimeout();

    Optional<Duration> idleTransactionTimeout();

    Optional<Duration> clientIdleTimeout();

    Optional<Duration> cancelWaitTimeout();

    Optional<Duration> serverLifetime();

    Optional<Duration> serverIdleTimeout();

    Optional<Duration> serverCheckDelay();

    Optional<String> serverCheckQuery();

    Optional<Duration> serverConnectTimeout();

    Optional<Duration> serverLoginRetry();

    Optional<Duration> clientLoginTimeout();

    /** Where one database is to be found. */
    interface Database {

        /** Names, addresses, or directories of Unix sockets; has to be set. */
        Optional<List<String>> host();

        @WithDefault("5432")
        int port();

        Optional<String> dbname();

        Optional<String> user();

        Optional<String> password();

        Optional<String> loadBalanceHosts();

        Optional<String> connectQuery();

        Optional<String> poolMode();

        OptionalInt poolSize();

        OptionalInt minPoolSize();

        OptionalInt reservePoolSize();

        OptionalInt maxDbConnections();

        OptionalInt maxDbClientConnections();

        Optional<Duration> serverLifetime();
    }
}
