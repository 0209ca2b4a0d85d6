package dev.hansom.engine;

import dev.hansom.clock.Ticker;
import dev.hansom.config.PoolerConfig;
import dev.hansom.session.SessionSettings;
import dev.hansom.session.SharedSessions;
import dev.hansom.stats.PoolSnapshot;
import io.netty.channel.EventLoopGroup;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The loops, their listening sockets and how they start and stop. Start, drain and close are called one after the other, by
 * a thread that may block; the rest from any thread.
 */
public final class Engine {

    private static final Logger LOG = Logger.getLogger(Engine.class);
    private static final long TICK_MILLIS = 250;

    private final PoolerConfig config;
    private final PoolerTransport transport;
    private final EventLoopGroup group;
    private final List<Shard> shards = new ArrayList<>();
    private final Acceptor acceptor;
    private volatile boolean accepting;

    /** An engine that listens nowhere yet. */
    public Engine(Vertx vertx, PoolerConfig config) {
        this.config = config;
        this.transport = new PoolerTransport(vertx);
        this.group = transport.newLoops(config.eventLoops());
        SessionSettings settings = Shard.sessionSettings(config);
        SharedSessions sessions = new SharedSessions(settings);
        SharedLimits limits = new SharedLimits(config);
        for (int number = 0; number < config.eventLoops(); number++) {
            shards.add(new Shard(config, transport, group.next(), number, limits, settings, sessions, Ticker.system()));
        }
        this.acceptor = new Acceptor(transport, group, shards);
    }

    /**
     * Listens.
     *
     * @throws IOException naming the address that cannot be bound
     */
    public void start() throws IOException {
        if (!transport.isNative()) {
            LOG.warn("the native transport did not load: NIO costs more CPU, and there are no Unix sockets;"
                    + " put netty-transport-native-epoll on the class path and prefer the native transport");
        }
        try {
            acceptor.listen(config);
        } catch (IOException e) {
            stopLoops();
            throw e;
        }
        for (Shard shard : shards) {
            shard.loop().scheduleAtFixedRate(shard::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
        accepting = true;
    }

    /** The TCP port that was bound. */
    public Optional<Integer> port() {
        return acceptor.port();
    }

    /** True from a start until drain or close. */
    public boolean isAccepting() {
        return accepting;
    }

    /** What the loops have counted and who is there, taken on each loop. */
    public CompletableFuture<Snapshot> snapshot() {
        CompletableFuture<Snapshot> all = CompletableFuture.completedFuture(new Snapshot(0, List.of()));
        for (Shard shard : shards) {
            all = all.thenCombine(
                    CompletableFuture.supplyAsync(
                            () -> new Snapshot(shard.sessions().size(), shard.snapshots()), shard.loop()),
                    Snapshot::plus);
        }
        return all;
    }

    /** Stops accepting, lets sessions end as they become idle, and closes after the timeout at the latest. */
    public void drain(Duration timeout) {
        accepting = false;
        acceptor.close();
        CompletableFuture<Void> empty =
                CompletableFuture.allOf(shards.stream().map(Engine::drained).toArray(CompletableFuture<?>[]::new));
        try {
            empty.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            LOG.warnf("drain: sessions still busy after %s are cut off", timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException e) {
            LOG.error("drain failed", e);
        }
        close();
    }

    private static CompletableFuture<Void> drained(Shard shard) {
        CompletableFuture<Void> empty = new CompletableFuture<>();
        shard.loop().execute(() -> {
            shard.sessions().drain();
            shard.loop()
                    .scheduleAtFixedRate(
                            () -> {
                                if (shard.sessions().size() == 0) {
                                    empty.complete(null);
                                }
                            },
                            0,
                            10,
                            TimeUnit.MILLISECONDS);
        });
        return empty;
    }

    /** Closes everything at once. */
    public void close() {
        accepting = false;
        acceptor.close();
        if (!group.isShuttingDown()) {
            CompletableFuture.allOf(shards.stream()
                            .map(shard -> CompletableFuture.runAsync(shard::close, shard.loop()))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
            stopLoops();
        }
    }

    private void stopLoops() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
        shards.forEach(Shard::release);
    }

    /**
     * The loops at one moment.
     *
     * @param clients client connections
     * @param pools one entry a (database, user)
     */
    public record Snapshot(int clients, List<PoolSnapshot> pools) {

        /** Two loops as one. */
        Snapshot plus(Snapshot other) {
            Map<List<String>, PoolSnapshot> sums = new LinkedHashMap<>();
            Stream.concat(pools.stream(), other.pools.stream())
                    .forEach(pool -> sums.merge(List.of(pool.database(), pool.user()), pool, PoolSnapshot::plus));
            return new Snapshot(clients + other.clients, List.copyOf(sums.values()));
        }
    }
}
