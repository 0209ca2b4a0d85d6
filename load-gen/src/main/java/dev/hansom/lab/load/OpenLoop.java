package dev.hansom.lab.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An open-loop load generator: sends at a fixed rate whatever the answers do. Owns its event loops; one is enough for some
 * ten thousand requests a second. {@link #run} blocks the thread that calls it, which also runs the callbacks; one load at a
 * time.
 */
public final class OpenLoop implements AutoCloseable {

    private static final long SECOND = 1_000_000_000L;
    private static final long START_DELAY_NANOS = 20_000_000;
    private static final long MAX_CONNECT_MILLIS = 5_000;
    private static final long GRACE_NANOS = 10 * SECOND;
    private static final long CALLBACK_NANOS = SECOND / 50;

    private final Transport transport;
    private final EventLoopGroup group;
    private final int eventLoops;
    private final AtomicBoolean running = new AtomicBoolean();

    private OpenLoop(Transport transport, int eventLoops) {
        this.transport = transport;
        this.eventLoops = eventLoops;
        this.group = transport.group(eventLoops);
    }

    /** @param eventLoops threads that send and receive, at least 1 */
    public static OpenLoop create(int eventLoops) {
        return create(eventLoops, Transport.best());
    }

    static OpenLoop create(int eventLoops, Transport transport) {
        if (eventLoops < 1) {
            throw new IllegalArgumentException("a load needs at least one event loop, not " + eventLoops);
        }
        return new OpenLoop(transport, eventLoops);
    }

    /** How requests are sent, {@code epoll} or {@code nio}; part of what a run must record. */
    public String transport() {
        return transport.label();
    }

    /** {@link #run(LoadSpec, LoadHooks, Consumer)} without hooks. */
    public LoadResult run(LoadSpec spec, Consumer<LoadProgress> onSecond) throws InterruptedException {
        return run(spec, LoadHooks.NONE, onSecond);
    }

    /**
     * Runs one load to its end: opens the connections, sends for the settle time and the window, waits for what is
     * outstanding until its request timeout, closes the connections. A target that is down is no exception but an error
     * count.
     *
     * @param hooks called at the ends of the window by the calling thread
     * @param onSecond called about once a second by the calling thread
     * @throws IllegalArgumentException where the load cannot be run as asked; the message says why in one sentence
     * @throws InterruptedException where the calling thread is interrupted; the load has ended then
     */
    public LoadResult run(LoadSpec spec, LoadHooks hooks, Consumer<LoadProgress> onSecond) throws InterruptedException {
        RequestMix mix = RequestMix.of(spec.requests());
        InetSocketAddress address = resolve(mix.target());
        if (!running.compareAndSet(false, true)) {
            throw new IllegalStateException("a load is running on these event loops");
        }
        List<LoopDriver> drivers = drivers(spec, mix, address);
        try {
            return new Run(spec, hooks, onSecond, drivers).toEnd();
        } finally {
            stop(drivers);
            running.set(false);
        }
    }

    private static InetSocketAddress resolve(Target target) {
        try {
            return new InetSocketAddress(InetAddress.getByName(target.bareHost()), target.port());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("unknown host: " + target.host(), e);
        }
    }

    private List<LoopDriver> drivers(LoadSpec spec, RequestMix mix, InetSocketAddress address) {
        Schedule schedule = Schedule.of(spec.rate());
        long end = schedule.dueBefore(spec.settle().plus(spec.duration()).toNanos());
        LoopDriver.Plan plan =
                new LoopDriver.Plan(schedule, mix, end, spec.requestTimeout().toNanos());
        Bootstrap bootstrap = new Bootstrap()
                .channel(transport.channelType())
                .remoteAddress(address)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectMillis(spec))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {}
                });
        int loops = Math.min(eventLoops, spec.connections());
        List<LoopDriver> drivers = new ArrayList<>();
        for (int i = 0; i < loops; i++) {
            int share = spec.connections() / loops + (i < spec.connections() % loops ? 1 : 0);
            EventLoop loop = group.next();
            drivers.add(new LoopDriver(loop, transport, bootstrap, plan, i, loops, share));
        }
        return drivers;
    }

    private static long connectMillis(LoadSpec spec) {
        return Math.min(MAX_CONNECT_MILLIS, spec.requestTimeout().toMillis());
    }

    private static void stop(List<LoopDriver> drivers) {
        for (LoopDriver driver : drivers) {
            driver.loop().submit(driver::stop).awaitUninterruptibly(GRACE_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    /** Stops the event loops; a load that runs on them must have ended. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    /** One load, seen from the thread that called {@link OpenLoop#run}. */
    private static final class Run {

        private final LoadSpec spec;
        private final LoadHooks hooks;
        private final Consumer<LoadProgress> onSecond;
        private final List<LoopDriver> drivers;
        private long startAt;
        private long nextReport;

        Run(LoadSpec spec, LoadHooks hooks, Consumer<LoadProgress> onSecond, List<LoopDriver> drivers) {
            this.spec = spec;
            this.hooks = hooks;
            this.onSecond = onSecond;
            this.drivers = drivers;
        }

        LoadResult toEnd() throws InterruptedException {
            connect();
            startAt = System.nanoTime() + START_DELAY_NANOS;
            nextReport = startAt + SECOND;
            long windowStart = startAt + spec.settle().toNanos();
            long windowEnd = windowStart + spec.duration().toNanos();
            long late = spec.lateAfter().toNanos();
            for (LoopDriver driver : drivers) {
                driver.loop().execute(() -> driver.start(startAt, new Tally(windowStart, windowEnd, late)));
            }
            waitUntil(windowStart, LoadProgress.Phase.SETTLE);
            hooks.onWindowStart();
            waitUntil(windowEnd, LoadProgress.Phase.MEASURE);
            hooks.onWindowEnd();
            return drain(windowStart, windowEnd);
        }

        private void connect() throws InterruptedException {
            drivers.forEach(driver -> driver.loop().execute(driver::connect));
            if (!await(LoopDriver::connected, (connectMillis(spec) + MAX_CONNECT_MILLIS) * 1_000_000)) {
                throw new IllegalStateException("the connections were neither opened nor refused in time");
            }
        }

        private LoadResult drain(long windowStart, long windowEnd) throws InterruptedException {
            // The sweeps of the loops end every request; the limit is for a loop that has died.
            long limit = windowEnd + spec.requestTimeout().toNanos() + GRACE_NANOS;
            while (!await(LoopDriver::finished, Math.min(nextReport, limit) - System.nanoTime())) {
                if (System.nanoTime() - limit > 0) {
                    throw new IllegalStateException("requests without an outcome long after their timeout");
                }
                reportWhenDue(LoadProgress.Phase.DRAIN);
            }
            return Tally.merge(
                    windowStart,
                    windowEnd,
                    drivers.stream().map(driver -> driver.finished().join()).toList());
        }

        /** Whether that has come about for each loop within so many nanoseconds. */
        private boolean await(Function<LoopDriver, CompletableFuture<?>> what, long nanos) throws InterruptedException {
            try {
                CompletableFuture.allOf(drivers.stream().map(what).toArray(CompletableFuture[]::new))
                        .get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }

        private void waitUntil(long deadline, LoadProgress.Phase phase) throws InterruptedException {
            while (deadline - System.nanoTime() > 0) {
                // A callback just before the deadline could make its hook late.
                long report = deadline - nextReport > CALLBACK_NANOS ? nextReport : deadline;
                LockSupport.parkNanos(report - System.nanoTime());
                if (Thread.interrupted()) {
                    throw new InterruptedException("the load was interrupted");
                }
                if (report != deadline) {
                    reportWhenDue(phase);
                }
            }
        }

        private void reportWhenDue(LoadProgress.Phase phase) {
            long now = System.nanoTime();
            if (nextReport - now <= 0) {
                nextReport += ((now - nextReport) / SECOND + 1) * SECOND;
                onSecond.accept(progress(phase));
            }
        }

        private LoadProgress progress(LoadProgress.Phase phase) {
            long due = 0;
            long completed = 0;
            long failed = 0;
            for (LoopDriver driver : drivers) {
                LoopDriver.Snapshot snapshot = driver.snapshot();
                due += snapshot.due();
                completed += snapshot.completed();
                failed += snapshot.failed();
            }
            return new LoadProgress(
                    phase,
                    Duration.ofNanos(System.nanoTime() - startAt),
                    spec.settle().plus(spec.duration()),
                    due,
                    completed,
                    failed,
                    due - completed - failed);
        }
    }
}
