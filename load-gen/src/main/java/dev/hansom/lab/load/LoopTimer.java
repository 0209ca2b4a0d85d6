package dev.hansom.lab.load;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The event loop's own timer; precise only where the loop waits with nanosecond timeouts, as epoll does. Loop-confined. */
final class LoopTimer implements SendTimer {

    private final EventLoop loop;
    private final Runnable onTime;
    private @Nullable Future<?> armed;

    LoopTimer(EventLoop loop, Runnable onTime) {
        this.loop = loop;
        this.onTime = onTime;
    }

    @Override
    public void arm(long deadline) {
        armed = loop.schedule(onTime, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        if (armed != null) {
            armed.cancel(false);
        }
    }
}
