package dev.hansom.benchmarks;

import dev.hansom.stats.Counters;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What counting one transaction costs: a query, a Bind, the bytes both ways and the transaction itself. What ships is
 * {@link #ofTheLoop}; the others are what it could have been. Run it with {@code -t 1}, {@code -t 2} and so on: the JMH
 * option sets the number of threads that count at once.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StatisticsBenchmark {

    /** Counters of the thread's own, as each loop has them. */
    @State(Scope.Thread)
    public static class OfTheLoop {
        private final Counters counters = new Counters();
    }

    /** Counters that all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {
        private final AtomicLong queries = new AtomicLong();
        private final AtomicLong binds = new AtomicLong();
        private final AtomicLong received = new AtomicLong();
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong transactions = new AtomicLong();
        private final ReentrantLock lock = new ReentrantLock();
        private final Counters locked = new Counters();
    }

    /** Additions to fields of the loop. */
    @Benchmark
    public Counters ofTheLoop(OfTheLoop state) {
        count(state.counters);
        return state.counters;
    }

    /** Atomic additions. */
    @Benchmark
    public long sharedAtomics(Shared state) {
        state.queries.incrementAndGet();
        state.binds.incrementAndGet();
        state.received.addAndGet(100);
        state.sent.addAndGet(200);
        return state.transactions.incrementAndGet();
    }

    /** Additions under one lock. */
    @Benchmark
    public Counters oneLock(Shared state) {
        state.lock.lock();
        try {
            count(state.locked);
            return state.locked;
        } finally {
            state.lock.unlock();
        }
    }

    private static void count(Counters counters) {
        counters.query();
        counters.bind();
        counters.received(100);
        counters.sent(200);
        counters.transaction();
    }
}
