package dev.hansom.engine;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.transport.Transport;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** The sockets and loops that the host's Vert.x has chosen: native epoll where it loads. */
final class PoolerTransport {

    private static final Logger LOG = Logger.getLogger(PoolerTransport.class);

    /** Loops are told apart from the host's by what their threads are called. */
    static final String THREAD_NAME = "hansom-loop";

    private final VertxInternal vertx;
    private final Transport transport;
    private final boolean epoll;

    PoolerTransport(Vertx vertx) {
        this.vertx = (VertxInternal) vertx;
        this.transport = this.vertx.transport();
        this.epoll = vertx.isNativeTransportEnabled();
    }

    boolean isNative() {
        return epoll;
    }

    boolean hasUnixSockets() {
        return transport.supportsDomainSockets();
    }

    EventLoopGroup newLoops(int number) {
        return transport.eventLoopGroup(
                Transport.IO_EVENT_LOOP_GROUP, number, new DefaultThreadFactory(THREAD_NAME, true), 50);
    }

    /**
     * Finds the address of a host without keeping a loop waiting. The lookup runs on the host's loops: a resolver bound to
     * a loop of the pooler's would outlive it.
     *
     * @param found told on {@code loop}
     * @param failed told on {@code loop} why there is no address
     */
    void resolve(String host, EventLoop loop, Consumer<InetAddress> found, Consumer<String> failed) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        if (literal != null) {
            found.accept(address(host, literal));
            return;
        }
        vertx.resolveAddress(
                host,
                answer -> answered(loop, () -> {
                    if (answer.succeeded()) {
                        found.accept(answer.result());
                    } else {
                        failed.accept("could not look up host \"" + host + "\": "
                                + answer.cause().getMessage());
                    }
                }));
    }

    private static void answered(EventLoop loop, Runnable answer) {
        try {
            loop.execute(answer);
        } catch (RejectedExecutionException e) {
            LOG.debug("a host's address came after its loop had ended", e);
        }
    }

    private static InetAddress address(String host, byte[] literal) {
        try {
            return InetAddress.getByAddress(host, literal);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + literal.length + " bytes", e);
        }
    }

    ChannelFactory<? extends Channel> clientChannels(boolean unixSocket) {
        return transport.channelFactory(unixSocket);
    }

    ChannelFactory<? extends ServerChannel> serverChannels(boolean unixSocket) {
        return transport.serverChannelFactory(unixSocket);
    }
}
