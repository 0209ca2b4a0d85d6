package dev.hansom.lab.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One keep-alive connection with at most one request on it. Opened again whenever it closes: at once if the last socket
 * answered something or was given up at a timeout, else after a pause that doubles from 50 ms to a second. Loop-confined.
 */
// Outcomes come from the channel's events, not from the futures of its operations.
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection {

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    enum State {
        CONNECTING,
        IDLE,
        BUSY,
        /** Not open, and not because the target refused. */
        CLOSED,
        /** The last attempt to connect failed. */
        REFUSED
    }

    private final Bootstrap bootstrap;
    private final LoopDriver driver;
    private State state = State.CLOSED;
    private @Nullable Channel channel;
    private long pauseMillis;
    private boolean stopped;
    private boolean tried;

    // The request under way; meaningful while BUSY.
    private long dueAt;
    private long sentAt;

    Connection(Bootstrap bootstrap, LoopDriver driver) {
        this.bootstrap = bootstrap;
        this.driver = driver;
    }

    State state() {
        return state;
    }

    long dueAt() {
        return dueAt;
    }

    long sentAt() {
        return sentAt;
    }

    /** Opens the socket; the first outcome is told by {@link LoopDriver#onFirstOutcome}. */
    void open() {
        if (stopped) {
            return;
        }
        state = State.CONNECTING;
        ChannelFuture connecting = bootstrap.connect();
        connecting.addListener(future -> {
            Channel opened = connecting.channel();
            if (stopped) {
                opened.close();
            } else if (future.isSuccess()) {
                channel = opened;
                opened.pipeline().addLast(new HttpResponseDecoder(), new Answers());
                // The channel may have closed before this ran; then channelInactive has been missed.
                if (opened.isActive()) {
                    state = State.IDLE;
                    driver.onFree(this);
                } else {
                    reopen();
                }
            } else {
                state = State.REFUSED;
                driver.onRefused(message(future.cause()));
                openLater();
            }
            if (!tried) {
                tried = true;
                driver.onFirstOutcome();
            }
        });
    }

    /** Sends the request in {@code bytes}; the connection must be idle. */
    void send(ByteBuf bytes, long due, long now) {
        state = State.BUSY;
        dueAt = due;
        sentAt = now;
        // A failed write closes the channel, which is where the request's outcome comes from.
        Channel current = channel;
        if (current == null) {
            bytes.release();
            throw new IllegalStateException("an idle connection has no channel");
        }
        current.writeAndFlush(bytes, current.voidPromise());
    }

    /** Gives the request under way up. */
    void timeOut() {
        // The timeout is pause enough.
        pauseMillis = 0;
        fail("timeout", "no answer within the request timeout");
    }

    void stop() {
        stopped = true;
        Channel last = channel;
        channel = null;
        if (last != null) {
            last.close();
        }
    }

    private void fail(String kind, String message) {
        State before = state;
        drop();
        if (before == State.BUSY) {
            driver.onFailed(this, kind, message);
        }
        reopen();
    }

    /** Forgets the channel, so that nothing it still says is heard. */
    private void drop() {
        state = State.CLOSED;
        Channel last = channel;
        channel = null;
        if (last != null) {
            last.close();
        }
    }

    private void reopen() {
        if (pauseMillis == 0) {
            pauseMillis = FIRST_PAUSE_MILLIS;
            open();
        } else {
            openLater();
        }
    }

    private void openLater() {
        long pause = Math.max(FIRST_PAUSE_MILLIS, pauseMillis);
        pauseMillis = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        if (!stopped) {
            driver.loop().schedule(this::open, pause, TimeUnit.MILLISECONDS);
        }
    }

    private static String message(@Nullable Throwable cause) {
        return cause == null
                ? "cancelled"
                : cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Turns what the decoder reads into outcomes of one socket's requests. */
    private final class Answers extends ChannelInboundHandlerAdapter {

        private int status;
        private boolean keepAlive = true;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                if (ctx.channel() == channel && message instanceof HttpObject part) {
                    read(part);
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void read(HttpObject part) {
            DecoderResult decoded = part.decoderResult();
            if (decoded.isFailure()) {
                fail("bad answer", message(decoded.cause()));
                return;
            }
            if (state != State.BUSY) {
                fail("bad answer", "an answer to no request");
                return;
            }
            if (part instanceof HttpResponse response) {
                status = response.status().code();
                keepAlive = HttpUtil.isKeepAlive(response);
            }
            if (part instanceof LastHttpContent && HttpStatusClass.valueOf(status) != HttpStatusClass.INFORMATIONAL) {
                answered();
            }
        }

        private void answered() {
            long now = System.nanoTime();
            pauseMillis = 0;
            if (keepAlive) {
                state = State.IDLE;
                driver.onAnswer(Connection.this, status, now);
                driver.onFree(Connection.this);
            } else {
                drop();
                driver.onAnswer(Connection.this, status, now);
                reopen();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (ctx.channel() == channel) {
                closed("the server closed the connection before the answer was complete");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (ctx.channel() == channel) {
                closed(message(cause));
            }
        }

        private void closed(String message) {
            if (state == State.IDLE) {
                driver.onIdleClosed(Connection.this);
            }
            fail("closed", message);
        }
    }
}
