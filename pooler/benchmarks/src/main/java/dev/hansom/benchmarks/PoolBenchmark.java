package dev.hansom.benchmarks;

import dev.hansom.pool.Pool;
import dev.hansom.pool.PoolLimits;
import dev.hansom.pool.PooledServer;
import dev.hansom.pool.Refusal;
import dev.hansom.pool.Waiter;
import dev.hansom.stats.Counters;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a server's way from one client to the next costs, with a free one and through the queue. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PoolBenchmark {

    private static final int SIZE = 20;

    private final Pool<Server> roomy = pool(SIZE);
    private final Pool<Server> narrow = pool(1);
    private final Client[] clients = {new Client(), new Client()};
    private int turn;

    /** Opens all connections: those of the roomy pool are free, that of the narrow one is held by the first client. */
    @Setup
    public void open() {
        for (int i = 0; i < SIZE; i++) {
            Client client = new Client();
            roomy.await(client);
            roomy.opened(new Server());
            roomy.release(client.served);
        }
        narrow.await(clients[0]);
        narrow.opened(new Server());
    }

    /** A free server is taken and given back. */
    @Benchmark
    public Server free() {
        Server server = roomy.tryAcquire();
        if (server == null) {
            throw new IllegalStateException("no server is free");
        }
        roomy.release(server);
        return server;
    }

    /** Two clients take turns on one server, each from the queue. */
    @Benchmark
    public Server queued() {
        Client holding = clients[turn];
        turn ^= 1;
        Client waiting = clients[turn];
        narrow.await(waiting);
        narrow.release(holding.served);
        return waiting.served;
    }

    private static Pool<Server> pool(int size) {
        return new Pool<>(
                new PoolLimits(size, 0, 0, 0, false, -1, Long.MAX_VALUE, 0, Long.MAX_VALUE, 0, 0),
                List.of(),
                Runnable::run,
                System::nanoTime,
                new Counters(),
                parameters -> {});
    }

    private static final class Server implements PooledServer {

        @Override
        public long openedAt() {
            return 0;
        }

        @Override
        public void check() {
            throw new IllegalStateException("checks are off");
        }

        @Override
        public void retire(String reason) {
            throw new IllegalStateException(reason);
        }
    }

    private static final class Client extends Waiter<Server> {

        private Server served = new Server();

        @Override
        protected void onServer(Server server) {
            served = server;
        }

        @Override
        protected void onRefused(Refusal refusal) {
            throw new IllegalStateException(refusal.message());
        }

        @Override
        public Map<String, String> startupParameters() {
            return Map.of();
        }
    }
}
