package dev.hansom.engine;

import dev.hansom.clock.Ticker;
import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.pool.PoolLimits;
import dev.hansom.pool.PoolMode;
import dev.hansom.pool.Refusal;
import dev.hansom.server.HolderLimits;
import dev.hansom.server.ServerPool;
import dev.hansom.server.ServerSettings;
import dev.hansom.server.ServerTarget;
import dev.hansom.server.ServerTargets;
import dev.hansom.session.PoolName;
import dev.hansom.session.SessionRegistry;
import dev.hansom.session.SessionSettings;
import dev.hansom.session.SharedSessions;
import dev.hansom.state.ServerReset;
import dev.hansom.stats.PoolSnapshot;
import dev.hansom.wire.Outbox;
import dev.hansom.wire.Outboxes;
import dev.hansom.wire.SqlState;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One event loop with its clients, its pools and its buffers; nothing in here is seen by another thread. */
final class Shard {

    private static final Refusal CLOSED =
            new Refusal(SqlState.PROTOCOL_VIOLATION, "pooler is shutting down", "Connect again.");

    private final PoolerConfig config;
    private final Ticker ticker;
    private final ReadBuffers readBuffers = new ReadBuffers();
    private final Outboxes outboxes = new Outboxes(newOutbox(), newOutbox());
    private final SocketDialer dialer;
    private final SessionRegistry sessions;
    private final Map<PoolName, ServerPool> pools = new LinkedHashMap<>();
    private final SharedLimits sharedLimits;
    private final EventLoop loop;
    private final int number;

    /** @param number among the loops, from 0 */
    Shard(
            PoolerConfig config,
            PoolerTransport transport,
            EventLoop loop,
            int number,
            SharedLimits sharedLimits,
            SessionSettings settings,
            SharedSessions sharedSessions,
            Ticker ticker) {
        this.config = config;
        this.ticker = ticker;
        this.loop = loop;
        this.number = number;
        this.sharedLimits = sharedLimits;
        this.dialer = new SocketDialer(transport, loop, readBuffers, (int)
                Math.min(Integer.MAX_VALUE, config.serverConnectTimeout().toMillis()));
        this.sessions = new SessionRegistry(settings, sharedSessions, loop, ticker, this::pool);
    }

    /** What all loops judge clients by. */
    static SessionSettings sessionSettings(PoolerConfig config) {
        return new SessionSettings(
                config.authType(),
                config.users(),
                config.maxClientConn(),
                database -> maxClientsOfDatabase(config, database),
                config.maxUserClientConnections(),
                config.ignoreStartupParameters().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet()),
                nanos(config.clientLoginTimeout()),
                nanos(config.clientIdleTimeout()));
    }

    private static int maxClientsOfDatabase(PoolerConfig config, String database) {
        return config.database(database)
                .map(entry -> entry.maxDbClientConnections().orElse(config.maxDbClientConnections()))
                .orElse(0);
    }

    EventLoop loop() {
        return loop;
    }

    ReadBuffers readBuffers() {
        return readBuffers;
    }

    SessionRegistry sessions() {
        return sessions;
    }

    /** Keeps the time limits. */
    void tick() {
        sessions.tick();
        pools.values().forEach(pool -> pool.tick());
    }

    List<PoolSnapshot> snapshots() {
        return pools.values().stream().map(ServerPool::snapshot).toList();
    }

    /** Closes clients and servers. */
    void close() {
        sessions.close();
        pools.values().forEach(pool -> pool.close(CLOSED));
    }

    /** Gives the buffers back, once the loop has nothing more to do. */
    void release() {
        outboxes.release();
        readBuffers.release();
    }

    private @Nullable ServerPool pool(PoolName key) {
        ServerPool existing = pools.get(key);
        if (existing != null) {
            return existing;
        }
        Optional<DatabaseConfig> entry = config.database(key.database());
        if (entry.isEmpty()) {
            return null;
        }
        ServerPool made = newPool(entry.get(), key);
        pools.put(key, made);
        return made;
    }

    private ServerPool newPool(DatabaseConfig entry, PoolName key) {
        String serverUser = entry.user().orElse(key.user());
        return new ServerPool(
                key.database(),
                key.user(),
                targets(entry, key, serverUser),
                entry.user().isPresent(),
                limits(entry, key),
                sharedLimits.quotas(entry, key, serverUser),
                serverSettings(entry, key),
                dialer,
                loop,
                ticker,
                outboxes);
    }

    private ServerTargets targets(DatabaseConfig entry, PoolName key, String serverUser) {
        String secret =
                entry.password().or(() -> config.users().secret(serverUser)).orElse(null);
        List<ServerTarget> targets = entry.hosts().stream()
                .map(host ->
                        new ServerTarget(host, entry.port(), entry.dbname().orElse(key.database()), serverUser, secret))
                .toList();
        return new ServerTargets(targets, entry.balanced());
    }

    private PoolLimits limits(DatabaseConfig entry, PoolName key) {
        return new PoolLimits(
                entry.poolSize().orElse(config.defaultPoolSize()),
                key.isReplication() ? 0 : share(entry.minPoolSize().orElse(config.minPoolSize())),
                entry.reservePoolSize().orElse(config.reservePoolSize()),
                nanos(config.reservePoolTimeout()),
                config.serverRoundRobin(),
                config.serverCheckQuery().isPresent() ? nanos(config.serverCheckDelay()) : -1,
                nanos(config.queryWaitTimeout()),
                nanos(config.queryWaitNotify()),
                // A connection made for one client's replication is of no use to another.
                key.isReplication() ? 0 : nanos(entry.serverLifetime().orElse(config.serverLifetime())),
                nanos(config.serverIdleTimeout()),
                nanos(config.serverLoginRetry()));
    }

    /** This loop's part of a number. */
    private int share(int all) {
        int loops = config.eventLoops();
        return all / loops + (number < all % loops ? 1 : 0);
    }

    private ServerSettings serverSettings(DatabaseConfig entry, PoolName key) {
        PoolMode mode =
                key.isReplication() ? PoolMode.SESSION : entry.poolMode().orElse(config.poolMode());
        boolean session = mode == PoolMode.SESSION;
        return new ServerSettings(
                mode,
                key.isReplication() ? ServerReset.NONE : reset(mode),
                key.isReplication() ? "" : entry.connectQuery().orElse(""),
                config.serverCheckQuery().orElse(""),
                // A client that keeps its server has the server's own names.
                session ? 0 : config.maxPreparedStatements(),
                nanos(config.serverConnectTimeout()),
                nanos(config.cancelWaitTimeout()),
                new HolderLimits(
                        nanos(config.queryTimeout()),
                        nanos(config.transactionTimeout()),
                        nanos(config.idleTransactionTimeout())));
    }

    private ServerReset reset(PoolMode mode) {
        return config.serverReset().orElse(mode == PoolMode.SESSION ? ServerReset.DISCARD_ALL : ServerReset.NONE);
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }

    private static Outbox newOutbox() {
        return new Outbox(UnpooledByteBufAllocator.DEFAULT.directBuffer(1 << 14));
    }
}
