package dev.hansom.quarkus;

import dev.hansom.config.ConfigException;
import dev.hansom.pooler.Pooler;
import dev.hansom.pooler.PoolerStats;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * Runs the pooler inside a Quarkus application: up before anything else uses the database, drained when the application
 * stops. Started and stopped on the main thread, where blocking is fine.
 */
@ApplicationScoped
public class PoolerHost {

    private static final Logger LOG = Logger.getLogger(PoolerHost.class);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final PoolerProperties properties;
    private volatile Optional<Pooler> pooler = Optional.empty();

    PoolerHost(Vertx vertx, PoolerProperties properties) {
        this.vertx = vertx;
        this.properties = properties;
    }

    void start(@Observes @Priority(1) StartupEvent event) {
        if (!properties.enabled()) {
            return;
        }
        try {
            Pooler created = Pooler.create(vertx, PropertiesReader.read(properties));
            await(created.start(), START_TIMEOUT);
            pooler = Optional.of(created);
        } catch (ConfigException e) {
            throw new PoolerStartException(e.messages());
        }
    }

    void stop(@Observes @Priority(Integer.MAX_VALUE) ShutdownEvent event) {
        pooler.ifPresent(running -> {
            Duration timeout = properties.drainTimeout();
            LOG.infof("draining, at most %d s", timeout.toSeconds());
            await(running.drain(timeout), timeout.plusSeconds(5));
        });
    }

    /** True where this application hosts a pooler. */
    boolean isEnabled() {
        return properties.enabled();
    }

    /** True while clients are let in. */
    boolean isAccepting() {
        return pooler.map(Pooler::isAccepting).orElse(false);
    }

    /** The TCP port the pooler listens on, empty where it does not. */
    public Optional<Integer> port() {
        return pooler.flatMap(Pooler::port);
    }

    /** Counts and gauges at this moment, empty where no pooler runs. */
    Future<Optional<PoolerStats>> stats() {
        return pooler.map(running -> running.stats().map(Optional::of))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private static <T> T await(Future<T> future, Duration timeout) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new PoolerStartException(List.of(String.valueOf(cause.getMessage())));
        } catch (TimeoutException e) {
            throw new IllegalStateException("the pooler did not answer within " + timeout, e);
        }
    }
}
