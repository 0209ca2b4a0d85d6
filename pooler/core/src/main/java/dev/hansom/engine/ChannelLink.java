package dev.hansom.engine;

import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One socket: turns Netty's callbacks into {@link LinkEvents} and sends. Where the transport is native, bytes go straight
 * to the file descriptor; only what the socket does not take at once goes the ordinary way, and everything behind it
 * until that has left. Loop-confined.
 */
final class ChannelLink extends ChannelInboundHandlerAdapter implements Link {

    private static final Logger LOG = Logger.getLogger(ChannelLink.class);

    private final Channel channel;
    private final Function<Link, LinkEvents> opened;
    private final @Nullable Socket socket;
    private @Nullable LinkEvents events;
    private String cause = "connection closed by the other end";
    private int queuedWrites;
    private boolean closing;

    /** A link whose events go to what {@code opened} makes once the channel is active. */
    ChannelLink(Channel channel, Function<Link, LinkEvents> opened) {
        this.channel = channel;
        this.opened = opened;
        this.socket = channel instanceof UnixChannel unix && unix.fd() instanceof Socket direct ? direct : null;
    }

    @Override
    public void send(ByteBuf source, int from, int to) {
        if (closing || !channel.isActive()) {
            return;
        }
        int at = from;
        if (socket != null && queuedWrites == 0 && source.hasMemoryAddress()) {
            try {
                at += socket.sendAddress(source.memoryAddress(), from, to);
            } catch (IOException e) {
                broken(e);
                return;
            }
        }
        if (at < to) {
            queuedWrites++;
            channel.writeAndFlush(source.copy(at, to - at)).addListener(done -> {
                queuedWrites--;
                if (!done.isSuccess() && done.cause() instanceof IOException e) {
                    broken(e);
                }
            });
        }
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void autoRead(boolean on) {
        if (channel.config().isAutoRead() != on) {
            channel.config().setAutoRead(on);
        }
    }

    @Override
    public void events(LinkEvents next) {
        events = next;
    }

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        if (queuedWrites == 0) {
            channel.close();
        } else {
            autoRead(false);
            channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public String peer() {
        return String.valueOf(channel.remoteAddress());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (channel.isActive()) {
            channelActive(ctx);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (events == null) {
            events = opened.apply(this);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (events != null && !closing) {
                events.onData(in);
            }
        } finally {
            in.release();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (events != null && !closing) {
            events.onWritable(channel.isWritable());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closing = true;
        LinkEvents last = events;
        events = null;
        if (last != null) {
            last.onClosed(cause);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable error) {
        if (error instanceof IOException e) {
            broken(e);
            return;
        }
        LOG.errorf(error, "closing connection of %s: internal error", peer());
        cause = "internal error";
        channel.close();
    }

    private void broken(IOException error) {
        cause = String.valueOf(error.getMessage());
        channel.close();
    }
}
