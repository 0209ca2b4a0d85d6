package dev.hansom.quarkus;

import java.util.ArrayList;
import java.util.List;

/** Which properties somebody set. */
final class PropertiesSet {

    private final List<String> names = new ArrayList<>();

    private PropertiesSet() {}

    /** The names of all properties that are set and that a configuration file would hold too. */
    static List<String> besideConfigFile(PoolerProperties properties) {
        PropertiesSet set = new PropertiesSet();
        set.note("listen-addr", properties.listenAddr().isPresent());
        set.note("listen-port", properties.listenPort().isPresent());
        set.note("unix-socket-dir", properties.unixSocketDir().isPresent());
        set.note("auth-type", properties.authType().isPresent());
        set.note("auth-file", properties.authFile().isPresent());
        set.note("pool-mode", properties.poolMode().isPresent());
        set.note("max-client-conn", properties.maxClientConn().isPresent());
        set.note(
                "max-db-client-connections", properties.maxDbClientConnections().isPresent());
        set.note(
                "max-user-client-connections",
                properties.maxUserClientConnections().isPresent());
        set.note("default-pool-size", properties.defaultPoolSize().isPresent());
        set.note("min-pool-size", properties.minPoolSize().isPresent());
        set.note("reserve-pool-size", properties.reservePoolSize().isPresent());
        set.note("max-db-connections", properties.maxDbConnections().isPresent());
        set.note("max-user-connections", properties.maxUserConnections().isPresent());
        set.note("reserve-pool-timeout", properties.reservePoolTimeout().isPresent());
        set.note("server-round-robin", properties.serverRoundRobin().isPresent());
        set.note("event-loops", properties.eventLoops().isPresent());
        set.note("max-prepared-statements", properties.maxPreparedStatements().isPresent());
        set.note(
                "ignore-startup-parameters",
                properties.ignoreStartupParameters().isPresent());
        set.note("server-reset", properties.serverReset().isPresent());
        set.note("query-wait-timeout", properties.queryWaitTimeout().isPresent());
        set.note("query-wait-notify", properties.queryWaitNotify().isPresent());
        set.note("query-timeout", properties.queryTimeout().isPresent());
        set.note("transaction-timeout", properties.transactionTimeout().isPresent());
        set.note("idle-transaction-timeout", properties.idleTransactionTimeout().isPresent());
        set.note("client-idle-timeout", properties.clientIdleTimeout().isPresent());
        set.note("cancel-wait-timeout", properties.cancelWaitTimeout().isPresent());
        set.note("server-lifetime", properties.serverLifetime().isPresent());
        set.note("server-idle-timeout", properties.serverIdleTimeout().isPresent());
        set.note("server-check-delay", properties.serverCheckDelay().isPresent());
        set.note("server-check-query", properties.serverCheckQuery().isPresent());
        set.note("server-connect-timeout", properties.serverConnectTimeout().isPresent());
        set.note("server-login-retry", properties.serverLoginRetry().isPresent());
        set.note("client-login-timeout", properties.clientLoginTimeout().isPresent());
        properties.users().keySet().forEach(name -> set.note("users.\"" + name + "\"", true));
        properties.databases().keySet().forEach(name -> set.note("databases.\"" + name + "\"", true));
        return set.names;
    }

    private void note(String name, boolean isSet) {
        if (isSet) {
            names.add(PropertiesReader.PREFIX + name);
        }
    }
}
