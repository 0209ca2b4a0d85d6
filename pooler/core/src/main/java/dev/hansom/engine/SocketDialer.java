package dev.hansom.engine;

import dev.hansom.server.Dialer;
import dev.hansom.server.ServerTarget;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.function.Function;

/** Opens sockets to servers on one loop. */
final class SocketDialer implements Dialer {

    private final PoolerTransport transport;
    private final EventLoop loop;
    private final ReadBuffers readBuffers;
    private final int timeoutMillis;

    SocketDialer(PoolerTransport transport, EventLoop loop, ReadBuffers readBuffers, int timeoutMillis) {
        this.transport = transport;
        this.loop = loop;
        this.readBuffers = readBuffers;
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public void dial(ServerTarget target, Function<Link, LinkEvents> connected, Consumer<String> failed) {
        if (!target.isUnixSocket()) {
            transport.resolve(
                    target.host(),
                    loop,
                    address -> connect(
                            bootstrap(false, connected)
                                    .option(ChannelOption.TCP_NODELAY, true)
                                    .option(ChannelOption.SO_KEEPALIVE, true),
                            new InetSocketAddress(address, target.port()),
                            failed),
                    failed);
        } else if (transport.hasUnixSockets()) {
            connect(bootstrap(true, connected), new DomainSocketAddress(target.unixSocketFile()), failed);
        } else {
            failed.accept("Unix sockets need the native transport, which did not load here");
        }
    }

    private Bootstrap bootstrap(boolean unixSocket, Function<Link, LinkEvents> connected) {
        return new Bootstrap()
                .group(loop)
                .channelFactory(transport.clientChannels(unixSocket))
                .option(ChannelOption.RCVBUF_ALLOCATOR, readBuffers)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ChannelLink(channel, connected));
                    }
                });
    }

    private static void connect(Bootstrap bootstrap, SocketAddress address, Consumer<String> failed) {
        bootstrap.connect(address).addListener(done -> {
            if (!done.isSuccess()) {
                Throwable cause = done.cause();
                failed.accept(String.valueOf(cause == null ? null : cause.getMessage()));
            }
        });
    }
}
