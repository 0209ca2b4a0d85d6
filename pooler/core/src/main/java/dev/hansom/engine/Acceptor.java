package dev.hansom.engine;

import dev.hansom.config.PoolerConfig;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The listening sockets. Used by the thread that starts and stops the pooler. */
final class Acceptor {

    private static final Logger LOG = Logger.getLogger(Acceptor.class);

    private final PoolerTransport transport;
    private final EventLoopGroup loops;
    private final IdentityHashMap<EventLoop, Shard> shards = new IdentityHashMap<>();
    private final List<Channel> listening = new ArrayList<>();
    private Optional<Path> socketFile = Optional.empty();

    /** An acceptor that gives the clients to the loops in turn. */
    Acceptor(PoolerTransport transport, EventLoopGroup loops, List<Shard> shards) {
        this.transport = transport;
        this.loops = loops;
        shards.forEach(shard -> this.shards.put(shard.loop(), shard));
    }

    /**
     * Binds every address of the configuration.
     *
     * @throws IOException naming the address that cannot be bound; those bound before are closed again
     */
    void listen(PoolerConfig config) throws IOException {
        try {
            for (String address : config.listenAddresses()) {
                InetSocketAddress wanted = address.equals("*")
                        ? new InetSocketAddress(config.listenPort())
                        : new InetSocketAddress(address, config.listenPort());
                Channel bound = bind(wanted, address + ":" + config.listenPort());
                LOG.infof("listening on %s:%d", address, ((InetSocketAddress) bound.localAddress()).getPort());
            }
            if (config.unixSocketDir().isPresent() && transport.hasUnixSockets()) {
                listenOnUnixSocket(config.unixSocketDir().get(), config.listenPort());
            } else if (config.unixSocketDir().isPresent()) {
                LOG.warn("no Unix socket: the native transport did not load here");
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void listenOnUnixSocket(Path directory, int port) throws IOException {
        Path file = directory.resolve(".s.PGSQL." + port);
        if (Files.exists(file) && answers(file)) {
            throw new IOException("cannot listen on unix:" + file
                    + ": another server answers there; stop it, or choose another listen_port or unix_socket_dir");
        }
        Files.deleteIfExists(file);
        bind(new DomainSocketAddress(file.toFile()), "unix:" + file);
        socketFile = Optional.of(file);
        // As PgBouncer's unix_socket_mode: who may connect is decided by the login, not by the file.
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
        LOG.infof("listening on unix:%s", file);
    }

    private static boolean answers(Path file) {
        try (java.nio.channels.SocketChannel probe =
                java.nio.channels.SocketChannel.open(java.net.UnixDomainSocketAddress.of(file))) {
            return probe.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }

    private Channel bind(SocketAddress address, String name) throws IOException {
        boolean unixSocket = address instanceof DomainSocketAddress;
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channelFactory(transport.serverChannels(unixSocket))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Shard shard = Objects.requireNonNull(shards.get(channel.eventLoop()));
                        channel.config().setRecvByteBufAllocator(shard.readBuffers());
                        channel.pipeline().addLast(new ChannelLink(channel, shard.sessions()::connected));
                    }
                });
        if (!unixSocket) {
            bootstrap
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.SO_KEEPALIVE, true);
        }
        ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            Throwable cause = bound.cause();
            throw new IOException(
                    "cannot listen on " + name + ": " + (cause == null ? "unknown cause" : cause.getMessage())
                            + "; is another process using it?",
                    cause);
        }
        listening.add(bound.channel());
        return bound.channel();
    }

    /** The TCP port that was bound first. */
    Optional<Integer> port() {
        return listening.stream()
                .map(Channel::localAddress)
                .filter(InetSocketAddress.class::isInstance)
                .map(address -> ((InetSocketAddress) address).getPort())
                .findFirst();
    }

    /** Closes the listening sockets; connections that were accepted live on. */
    void close() {
        listening.forEach(channel -> channel.close().awaitUninterruptibly());
        listening.clear();
        socketFile.ifPresent(file -> {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.warnf("cannot delete %s: %s", file, e.getMessage());
            }
        });
        socketFile = Optional.empty();
    }
}
