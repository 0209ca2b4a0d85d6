package dev.hansom.engine;

import dev.hansom.clock.Ticker;
import dev.hansom.config.PoolerConfig;
import dev.hansom.stats.PoolSnapshot;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * The loop, its listening sockets and how they start and stop. Start, drain and close are called one after the other, by
 * a thread that may block; the rest from any thread.
 */
public final class Engine {

    private static final Logger LOG = Logger.getLogger(Engine.class);
    private static final long TICK_MILLIS = 250;

    private final PoolerConfig config;
    private final PoolerTransport transport;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final Shard shard;
    private final Acceptor acceptor;
    private volatile boolean accepting;

    /** An engine that listens nowhere yet. */
    public Engine(Vertx vertx, PoolerConfig config) {
        this.config = config;
        this.transport = new PoolerTransport(vertx);
        this.group = transport.newLoop();
        this.loop = group.next();
        this.shard = new Shard(config, transport, loop, Ticker.system());
        this.acceptor = new Acceptor(transport, loop, shard.readBuffers(), shard.sessions());
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
            stopLoop();
            throw e;
        }
        loop.scheduleAtFixedRate(shard::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
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

    /** What the loop has counted and who is there, taken on the loop. */
    public CompletableFuture<Snapshot> snapshot() {
        return CompletableFuture.supplyAsync(() -> new Snapshot(shard.sessions().size(), shard.snapshots()), loop);
    }

    /** Stops accepting, lets sessions end as they become idle, and closes after the timeout at the latest. */
    public void drain(Duration timeout) {
        accepting = false;
        acceptor.close();
        CompletableFuture<Void> empty = new CompletableFuture<>();
        loop.execute(() -> {
            shard.sessions().drain();
            loop.scheduleAtFixedRate(() -> completeWhenEmpty(empty), 0, 10, TimeUnit.MILLISECONDS);
        });
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

    private void completeWhenEmpty(CompletableFuture<Void> empty) {
        if (shard.sessions().size() == 0) {
            empty.complete(null);
        }
    }

    /** Closes everything at once. */
    public void close() {
        accepting = false;
        acceptor.close();
        if (!loop.isShuttingDown()) {
            CompletableFuture.runAsync(shard::close, loop).join();
            stopLoop();
        }
    }

    private void stopLoop() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
        shard.release();
    }

    /**
     * The loop at one moment.
     *
     * @param clients client connections
     * @param pools one entry a (database, user)
     */
    public record Snapshot(int clients, List<PoolSnapshot> pools) {}
}
