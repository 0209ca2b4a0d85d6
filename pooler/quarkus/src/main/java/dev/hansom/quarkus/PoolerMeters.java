package dev.hansom.quarkus;

import dev.hansom.pooler.PoolerStats;
import dev.hansom.stats.CounterSnapshot;
import dev.hansom.stats.PoolSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * The pooler's counts as Micrometer meters, in base units. Meters read the last snapshot, which is taken anew each second
 * and before each answer to a scrape; a pool that is new in it gets its meters then. Any thread.
 */
@ApplicationScoped
class PoolerMeters {

    private record Key(String database, String user) {}

    private static final long PERIOD_MILLIS = 1000;
    private static final int FILTER_PRIORITY = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeterRegistry registry;
    private final PoolerHost host;
    private volatile long timer = -1;
    private final Map<Key, PoolSnapshot> latest = new ConcurrentHashMap<>();

    PoolerMeters(MeterRegistry registry, PoolerHost host) {
        this.registry = registry;
        this.host = host;
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        if (host.isEnabled()) {
            timer = vertx.setPeriodic(PERIOD_MILLIS, tick -> refresh());
        }
    }

    void stop(@Observes ShutdownEvent event, Vertx vertx) {
        vertx.cancelTimer(timer);
    }

    void beforeScrape(@Observes Filters filters) {
        filters.register(
                request -> {
                    if (host.isEnabled() && request.normalizedPath().endsWith("/metrics")) {
                        refresh().onComplete(done -> request.next());
                    } else {
                        request.next();
                    }
                },
                FILTER_PRIORITY);
    }

    /** Takes a new snapshot; meters of new pools are there when it completes. */
    Future<Void> refresh() {
        return host.stats().onSuccess(stats -> stats.ifPresent(this::update)).mapEmpty();
    }

    private synchronized void update(PoolerStats stats) {
        for (PoolSnapshot pool : stats.pools()) {
            Key key = new Key(pool.database(), pool.user());
            if (latest.put(key, pool) == null) {
                register(key, pool);
            }
        }
    }

    private void register(Key key, PoolSnapshot pool) {
        Tags tags = Tags.of("database", pool.database(), "user", pool.user());
        counter(key, tags, "transactions", CounterSnapshot::transactions, "Transactions that ended");
        counter(key, tags, "queries", CounterSnapshot::queries, "Queries and Executes from clients");
        counter(key, tags, "client.parses", CounterSnapshot::clientParses, "Parse messages from clients");
        counter(key, tags, "server.parses", CounterSnapshot::serverParses, "Parse messages to servers");
        counter(key, tags, "binds", CounterSnapshot::binds, "Bind messages from clients");
        counter(key, tags, "resets", CounterSnapshot::resets, "Resets the pooler ran");
        counter(key, tags, "failed.resets", CounterSnapshot::failedResets, "Resets that closed their server");
        counter(key, tags, "received.bytes", CounterSnapshot::receivedBytes, "Bytes from clients");
        counter(key, tags, "sent.bytes", CounterSnapshot::sentBytes, "Bytes to clients");
        counter(key, tags, "waits", CounterSnapshot::waits, "Times a client waited for a server");
        counter(key, tags, "wait.seconds", c -> c.waitNanos() / NANOS_PER_SECOND, "Seconds clients waited");
        counter(key, tags, "assignments", CounterSnapshot::assignments, "Times a server was given to a client");
        gauge(key, tags.and("state", "active"), "clients", PoolSnapshot::clientsActive);
        gauge(key, tags.and("state", "waiting"), "clients", PoolSnapshot::clientsWaiting);
        gauge(key, tags.and("state", "active"), "servers", PoolSnapshot::serversActive);
        gauge(key, tags.and("state", "idle"), "servers", PoolSnapshot::serversIdle);
        gauge(key, tags.and("state", "login"), "servers", PoolSnapshot::serversLogin);
        gauge(key, tags, "statements", PoolSnapshot::statements);
    }

    private void counter(Key key, Tags tags, String name, ToDoubleFunction<CounterSnapshot> value, String description) {
        FunctionCounter.builder(
                        "hansom.pooler." + name, this, self -> self.read(key, p -> value.applyAsDouble(p.counters())))
                .tags(tags)
                .description(description)
                .register(registry);
    }

    private void gauge(Key key, Tags tags, String name, ToDoubleFunction<PoolSnapshot> value) {
        Gauge.builder("hansom.pooler." + name, this, self -> self.read(key, value))
                .tags(tags)
                .register(registry);
    }

    private double read(Key key, ToDoubleFunction<PoolSnapshot> value) {
        PoolSnapshot pool = latest.get(key);
        return pool == null ? 0 : value.applyAsDouble(pool);
    }
}
