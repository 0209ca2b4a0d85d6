package dev.hansom.lab.load;

import io.netty.channel.EventLoop;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of its own that parks until the moment and then hands the work to the event loop: for loops whose own timers are
 * good to a millisecond only.
 */
final class ParkedTimer implements SendTimer {

    private final EventLoop loop;
    private final Runnable onTime;
    private final Thread thread;
    private volatile boolean armed;
    private volatile long deadline;
    private volatile boolean closed;

    ParkedTimer(EventLoop loop, Runnable onTime) {
        this.loop = loop;
        this.onTime = onTime;
        thread = new Thread(this::run, "load-timer");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void arm(long moment) {
        deadline = moment;
        armed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            if (!armed) {
                LockSupport.park(this);
                continue;
            }
            long left = deadline - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                armed = false;
                loop.execute(onTime);
            }
        }
    }
}
