package dev.hansom.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/**
 * A listening loopback port and the daemon thread that accepts on it, on which the receiver is called.
 *
 * <p>Once {@link #close} has returned, nobody gets in any more: closing a channel alone does not make sure of that, as the
 * thread in accept keeps the socket open a moment longer.
 */
final class LoopbackListener implements AutoCloseable {

    private final ServerSocketChannel channel;
    private final Thread thread;

    /** @param port 0 for one that the system chooses */
    LoopbackListener(int port, String name, Consumer<SocketChannel> receiver) throws IOException {
        this.channel = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        this.thread = new Thread(() -> accept(receiver), name + "-" + port());
        thread.setDaemon(true);
    }

    LoopbackListener start() {
        thread.start();
        return this;
    }

    int port() {
        return channel.socket().getLocalPort();
    }

    private void accept(Consumer<SocketChannel> receiver) {
        while (true) {
            try {
                SocketChannel client = channel.accept();
                if (!channel.isOpen()) {
                    client.close();
                    return;
                }
                receiver.accept(client);
            } catch (IOException e) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (Thread.currentThread() != thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
