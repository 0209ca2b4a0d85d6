package dev.hansom.lab.load;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;

/** How requests leave: on native epoll, whose timers are good to a nanosecond, or on NIO with a parked thread for a timer. */
enum Transport {
    EPOLL,
    NIO;

    private static final System.Logger LOG = System.getLogger(Transport.class.getName());

    /** Epoll where it loads; says so in the log where it does not. */
    static Transport best() {
        if (Epoll.isAvailable()) {
            return EPOLL;
        }
        LOG.log(
                Level.WARNING,
                "native epoll does not load ({0}): the load runs on NIO with one timer thread a loop, which costs more CPU"
                        + " and sends less precisely",
                String.valueOf(Epoll.unavailabilityCause()));
        return NIO;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    EventLoopGroup group(int loops) {
        ThreadFactory threads = new DefaultThreadFactory("load", true);
        return switch (this) {
            case EPOLL -> new EpollEventLoopGroup(loops, threads);
            case NIO -> new NioEventLoopGroup(loops, threads);
        };
    }

    Class<? extends SocketChannel> channelType() {
        return switch (this) {
            case EPOLL -> EpollSocketChannel.class;
            case NIO -> NioSocketChannel.class;
        };
    }

    /** A timer that runs {@code onTime} on the loop. */
    SendTimer timer(EventLoop loop, Runnable onTime) {
        return switch (this) {
            case EPOLL -> new LoopTimer(loop, onTime);
            case NIO -> new ParkedTimer(loop, onTime);
        };
    }
}
