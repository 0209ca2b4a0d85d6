package dev.hansom.lab.load;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Fires the timer that paces a load, with nothing to send, and notes how late each firing is. Loop-confined. */
public final class TimerProbe {

    private final Histogram lateness = Tally.histogram();
    private final CountDownLatch done = new CountDownLatch(1);
    private final long gapNanos;
    private int left;
    private long deadline;
    private @Nullable SendTimer timer;

    private TimerProbe(int firings, long gapNanos) {
        left = firings;
        this.gapNanos = gapNanos;
    }

    /**
     * Lateness in nanoseconds of so many firings.
     *
     * @param gapNanos between two of them
     */
    public static Histogram lateness(int firings, long gapNanos) throws InterruptedException {
        Transport transport = Transport.best();
        EventLoopGroup group = transport.group(1);
        TimerProbe probe = new TimerProbe(firings, gapNanos);
        try {
            EventLoop loop = group.next();
            loop.execute(() -> probe.start(transport.timer(loop, probe::onTime)));
            if (!probe.done.await(10_000_000_000L + 10L * firings * gapNanos, TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("timers fire ten times slower than they should");
            }
            return probe.lateness;
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
        }
    }

    /** The transport that a load would use here, {@code epoll} or {@code nio}. */
    public static String transport() {
        return Transport.best().label();
    }

    private void start(SendTimer sendTimer) {
        timer = sendTimer;
        deadline = System.nanoTime() + gapNanos;
        sendTimer.arm(deadline);
    }

    private void onTime() {
        long now = System.nanoTime();
        lateness.recordValue(Math.max(0, Math.min(now - deadline, lateness.getHighestTrackableValue())));
        SendTimer armed = timer;
        if (--left > 0 && armed != null) {
            // From now, not from the last deadline: one late firing must not make the next ones late.
            deadline = System.nanoTime() + gapNanos;
            armed.arm(deadline);
        } else {
            if (armed != null) {
                armed.close();
            }
            done.countDown();
        }
    }
}
