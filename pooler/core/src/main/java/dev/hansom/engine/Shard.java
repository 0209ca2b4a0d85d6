package dev.hansom.engine;

import dev.hansom.auth.UserDirectory;
import dev.hansom.clock.Ticker;
import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.pool.PoolLimits;
import dev.hansom.pool.Refusal;
import dev.hansom.server.ServerPool;
import dev.hansom.server.ServerTarget;
import dev.hansom.session.SessionRegistry;
import dev.hansom.session.SessionSettings;
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
    private final Map<PoolKey, ServerPool> pools = new LinkedHashMap<>();

    Shard(PoolerConfig config, PoolerTransport transport, EventLoop loop, Ticker ticker) {
        this.config = config;
        this.ticker = ticker;
        this.dialer = new SocketDialer(transport, loop, readBuffers, (int)
                Math.min(Integer.MAX_VALUE, config.serverConnectTimeout().toMillis()));
        SessionSettings settings = new SessionSettings(
                config.authType(),
                config.users(),
                config.maxClientConn(),
                config.ignoreStartupParameters().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet()),
                config.clientLoginTimeout().toNanos());
        this.sessions = new SessionRegistry(settings, ticker, this::pool);
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

    private @Nullable ServerPool pool(String database, String user) {
        PoolKey key = new PoolKey(database, user);
        ServerPool existing = pools.get(key);
        if (existing != null) {
            return existing;
        }
        Optional<DatabaseConfig> entry = config.database(database);
        if (entry.isEmpty()) {
            return null;
        }
        ServerPool made = newPool(entry.get(), key);
        pools.put(key, made);
        return made;
    }

    private ServerPool newPool(DatabaseConfig entry, PoolKey key) {
        String serverUser = entry.user().orElse(key.user());
        ServerTarget target = new ServerTarget(
                entry.host(),
                entry.port(),
                entry.dbname().orElse(key.database()),
                serverUser,
                entry.password().or(() -> secret(config.users(), serverUser)).orElse(null));
        PoolLimits limits = new PoolLimits(
                entry.poolSize().orElse(config.defaultPoolSize()),
                nanos(config.queryWaitTimeout()),
                nanos(config.serverLifetime()),
                nanos(config.serverIdleTimeout()),
                nanos(config.serverLoginRetry()));
        return new ServerPool(
                key.database(),
                key.user(),
                target,
                limits,
                config.serverReset(),
                config.maxPreparedStatements(),
                nanos(config.serverConnectTimeout()),
                dialer,
                ticker,
                outboxes);
    }

    private static Optional<String> secret(UserDirectory users, String user) {
        return users.secret(user);
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }

    private static Outbox newOutbox() {
        return new Outbox(UnpooledByteBufAllocator.DEFAULT.directBuffer(1 << 14));
    }

    private record PoolKey(String database, String user) {}
}
