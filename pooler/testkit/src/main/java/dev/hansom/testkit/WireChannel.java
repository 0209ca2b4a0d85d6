package dev.hansom.testkit;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;

/**
 * Messages over a TCP or Unix socket, with timeouts on both ways. Blocks its caller; used by one thread at a time, except
 * {@link #close} and {@link #reset}, which any thread may call to end it.
 */
final class WireChannel implements AutoCloseable {

    /** PostgreSQL's own limit is 1 GiB; a test never means that. */
    private static final int LONGEST_BODY = 256 << 20;

    private final SocketChannel channel;
    private final Selector selector;
    private ByteBuffer in = ByteBuffer.allocate(1 << 16).flip();

    WireChannel(SocketChannel channel) throws IOException {
        this.channel = channel;
        this.selector = Selector.open();
        if (!(channel.getRemoteAddress() instanceof UnixDomainSocketAddress)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        channel.configureBlocking(false);
        channel.register(selector, 0);
    }

    /** Writes everything at once, or as pieces of at most {@code pieceSize} bytes in a send of their own each. */
    void send(byte[] bytes, int pieceSize, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (int from = 0; from < bytes.length; from += pieceSize) {
            ByteBuffer piece = ByteBuffer.wrap(bytes, from, Math.min(pieceSize, bytes.length - from));
            while (piece.hasRemaining()) {
                if (channel.write(piece) == 0) {
                    await(SelectionKey.OP_WRITE, deadline, timeout);
                }
            }
        }
    }

    /** @throws EOFException if the peer closes before the message is complete */
    WireMessage receive(Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        fill(5, deadline, timeout);
        int length = in.getInt(in.position() + 1);
        checkLength(length, (char) in.get(in.position()));
        fill(1 + length, deadline, timeout);
        char type = (char) (in.get() & 0xff);
        in.getInt();
        return new WireMessage(type, take(length - 4));
    }

    /** StartupMessage, SSLRequest, GSSENCRequest or CancelRequest. */
    WireMessage receiveUntyped(Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        fill(4, deadline, timeout);
        int length = in.getInt(in.position());
        checkLength(length, WireMessage.UNTYPED);
        fill(length, deadline, timeout);
        in.getInt();
        return new WireMessage(WireMessage.UNTYPED, take(length - 4));
    }

    byte receiveByte(Duration timeout) throws IOException {
        fill(1, System.nanoTime() + timeout.toNanos(), timeout);
        return in.get();
    }

    /** Waits for the peer to close; what it still sends is an error. */
    void receiveEnd(Duration timeout) throws IOException {
        if (!atEnd(timeout)) {
            throw new IOException("Data instead of the end of the connection, first byte " + in.get(in.position()));
        }
    }

    /** Waits for more; true where the connection has ended instead, a reset by the peer included. */
    boolean atEnd(Duration timeout) throws IOException {
        try {
            fill(1, System.nanoTime() + timeout.toNanos(), timeout);
            return false;
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return true;
        }
    }

    /** Bytes that came in and belong to no complete message yet, for failure messages. */
    byte[] unread() {
        return Arrays.copyOfRange(in.array(), in.position(), in.limit());
    }

    void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** Ends the connection with a TCP reset, as a killed host's peer would see it. */
    void reset() throws IOException {
        if (channel.isOpen() && !(channel.getRemoteAddress() instanceof UnixDomainSocketAddress)) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        // Closing it also deregisters the channel: without that its descriptor stays open.
        selector.close();
    }

    private void fill(int count, long deadline, Duration timeout) throws IOException {
        while (in.remaining() < count) {
            if (in.capacity() - in.position() < count) {
                in = ByteBuffer.allocate(Math.max(count, in.capacity())).put(in).flip();
            }
            int unread = in.position();
            int filled = in.limit();
            ByteBuffer free = in.duplicate().position(filled).limit(in.capacity());
            int read = channel.read(free);
            if (read < 0) {
                throw new EOFException("The peer closed the connection");
            }
            in.position(unread).limit(filled + read);
            if (read == 0) {
                await(SelectionKey.OP_READ, deadline, timeout);
            }
        }
    }

    private void await(int operation, long deadline, Duration timeout) throws IOException {
        channel.register(selector, operation);
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new SocketTimeoutException(
                    "Nothing " + (operation == SelectionKey.OP_READ ? "came in" : "could be sent") + " within "
                            + timeout.toMillis() + " ms");
        }
        try {
            selector.select(left);
            selector.selectedKeys().clear();
        } catch (ClosedSelectorException e) {
            throw new AsynchronousCloseException();
        }
    }

    private byte[] take(int count) {
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    private static void checkLength(int length, char type) throws IOException {
        if (length < 4 || length > LONGEST_BODY) {
            throw new IOException("Length " + length + " of a message of type " + (int) type + " ('" + type + "')");
        }
    }
}
