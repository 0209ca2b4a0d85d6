package dev.hansom.engine;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.transport.Transport;

/** The sockets and loops that the host's Vert.x has chosen: native epoll where it loads. */
final class PoolerTransport {

    /** Loops are told apart from the host's by what their threads are called. */
    static final String THREAD_NAME = "hansom-loop";

    private final Transport transport;
    private final boolean epoll;

    PoolerTransport(Vertx vertx) {
        this.transport = ((VertxInternal) vertx).transport();
        this.epoll = vertx.isNativeTransportEnabled();
    }

    boolean isNative() {
        return epoll;
    }

    boolean hasUnixSockets() {
        return transport.supportsDomainSockets();
    }

    EventLoopGroup newLoop() {
        return transport.eventLoopGroup(
                Transport.IO_EVENT_LOOP_GROUP, 1, new DefaultThreadFactory(THREAD_NAME, true), 50);
    }

    ChannelFactory<? extends Channel> clientChannels(boolean unixSocket) {
        return transport.channelFactory(unixSocket);
    }

    ChannelFactory<? extends ServerChannel> serverChannels(boolean unixSocket) {
        return transport.serverChannelFactory(unixSocket);
    }
}
