package dev.hansom.pooler;

import dev.hansom.config.PoolerConfig;
import dev.hansom.engine.Engine;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** The pooler over an engine: what blocks there runs on Vert.x's worker threads, one thing after the other. */
final class EnginePooler implements Pooler {

    private final Vertx vertx;
    private final Engine engine;

    EnginePooler(Vertx vertx, PoolerConfig config) {
        this.vertx = vertx;
        this.engine = new Engine(vertx, config);
    }

    @Override
    public Future<Void> start() {
        return vertx.executeBlocking(() -> {
            engine.start();
            return null;
        });
    }

    @Override
    public Optional<Integer> port() {
        return engine.port();
    }

    @Override
    public boolean isAccepting() {
        return engine.isAccepting();
    }

    @Override
    public Future<PoolerStats> stats() {
        return Future.fromCompletionStage(engine.snapshot())
                .map(snapshot -> new PoolerStats(snapshot.clients(), snapshot.pools()));
    }

    @Override
    public Future<Void> drain(Duration timeout) {
        return vertx.executeBlocking(() -> {
            engine.drain(timeout);
            return null;
        });
    }

    @Override
    public Future<Void> close() {
        return vertx.executeBlocking(() -> {
            engine.close();
            return null;
        });
    }
}
