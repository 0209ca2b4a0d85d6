package dev.hansom.pooler;

import dev.hansom.config.PoolerConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** A pooler as an embedder sees it. Every method may be called from any thread. */
public interface Pooler {

    /** A pooler that is not started yet; it uses the transport of this Vert.x and a loop of its own. */
    static Pooler create(Vertx vertx, PoolerConfig config) {
        return new EnginePooler(vertx, config);
    }

    /** Binds every listener; fails with a message that names the address where one cannot be bound. */
    Future<Void> start();

    /** The TCP port that was bound, empty before {@link #start()} and without a TCP listener. */
    Optional<Integer> port();

    /** True from a successful start until drain or close. */
    boolean isAccepting();

    /** Counts and gauges at this moment. */
    Future<PoolerStats> stats();

    /**
     * Stops accepting and closes each session as soon as it is idle outside a transaction; sessions still busy after the
     * timeout are cut off. Completes when all are gone.
     */
    Future<Void> drain(Duration timeout);

    /** Closes everything at once. */
    Future<Void> close();
}
