package dev.hansom.testkit;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A TCP relay on a loopback port between a client and a server, for the test to break. Stalls and splits hold for all
 * connections, those that are there and those to come; byte counts are of all connections together. Blocking sockets, two daemon
 * threads a connection; the public methods are for any thread.
 */
public final class FaultyRelay implements AutoCloseable {

    /** Which way the bytes go. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final String targetHost;
    private final int targetPort;
    private final int port;

    // Under the monitor of this object.
    private final List<RelayedConnection> connections = new ArrayList<>();
    private final RelayGate toServer = new RelayGate();
    private final RelayGate toClient = new RelayGate();
    private @Nullable LoopbackListener listener;

    private FaultyRelay(String targetHost, int targetPort) throws IOException {
        this.targetHost = targetHost;
        this.targetPort = targetPort;
        LoopbackListener first = listen(0);
        this.port = first.port();
        this.listener = first.start();
    }

    public static FaultyRelay to(String host, int port) throws IOException {
        return new FaultyRelay(host, port);
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** Connections so far, whether they still stand or not. */
    public synchronized int connectionCount() {
        return connections.size();
    }

    /** Bytes handed on in this direction. */
    public long forwarded(Direction direction) {
        return gate(direction).forwarded();
    }

    /** Waits until at least this many bytes were handed on in this direction. */
    public void awaitForwarded(Direction direction, long bytes) {
        gate(direction).awaitForwarded(bytes, PATIENCE_NANOS);
    }

    /** Hands on at most this many bytes with each write, so that messages arrive in splinters. */
    public void splitInto(Direction direction, int bytes) {
        gate(direction).splitInto(bytes);
    }

    /** Holds everything back from now on. */
    public void stall(Direction direction) {
        stallAfter(direction, 0);
    }

    /** Hands on this many more bytes and holds back the rest until {@link #resume}. */
    public void stallAfter(Direction direction, long bytes) {
        gate(direction).limit(bytes, RelayGate.AtLimit.WAIT);
    }

    /** Hands on this many more bytes, then resets the connection they came on, both sides; 0: in place of the next byte. */
    public void cutAfter(Direction direction, long bytes) {
        gate(direction).limit(bytes, RelayGate.AtLimit.CUT);
    }

    /** Hands on this many more bytes and then an end of stream, on the same connection; the other direction goes on. */
    public void halfCloseAfter(Direction direction, long bytes) {
        gate(direction).limit(bytes, RelayGate.AtLimit.HALF_CLOSE);
    }

    /** Takes back every stall and every cut that has not happened yet. */
    public void resume(Direction direction) {
        gate(direction).unlimited();
    }

    /** Resets all connections that stand, on both sides. */
    public void cut() {
        for (RelayedConnection connection : all()) {
            connection.cut();
        }
    }

    /** Sends an end of stream to whom this direction leads, behind what was handed on; the other direction goes on. */
    public void halfClose(Direction direction) {
        for (RelayedConnection connection : all()) {
            connection.halfClose(direction);
        }
    }

    /** From now on nobody gets in: connection refused. */
    public void refuseConnections() throws IOException {
        LoopbackListener open = takeListener();
        if (open != null) {
            // Not under the monitor: its thread may need that to finish.
            open.close();
        }
    }

    private synchronized @Nullable LoopbackListener takeListener() {
        LoopbackListener open = listener;
        listener = null;
        return open;
    }

    /** Listens again, on the same port. */
    public synchronized void acceptConnections() throws IOException {
        if (listener == null) {
            listener = listen(port).start();
        }
    }

    /** Stops listening and resets all connections. */
    @Override
    public void close() throws IOException {
        refuseConnections();
        cut();
        // Threads that hold bytes back find out that they cannot deliver them.
        resume(Direction.TO_SERVER);
        resume(Direction.TO_CLIENT);
    }

    private synchronized List<RelayedConnection> all() {
        return List.copyOf(connections);
    }

    private RelayGate gate(Direction direction) {
        return switch (direction) {
            case TO_SERVER -> toServer;
            case TO_CLIENT -> toClient;
        };
    }

    private LoopbackListener listen(int onPort) throws IOException {
        return new LoopbackListener(onPort, "faulty-relay", this::accept);
    }

    private void accept(SocketChannel channel) {
        Socket client = channel.socket();
        try {
            relay(client, new Socket(targetHost, targetPort));
        } catch (IOException e) {
            // The server refuses: the client sees its connection end.
            RelayedConnection.reset(client);
        }
    }

    private synchronized void relay(Socket client, Socket server) throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        RelayedConnection connection = new RelayedConnection(client, server);
        connections.add(connection);
        daemon("relay-to-server-" + connections.size(), () -> connection.pump(Direction.TO_SERVER, toServer));
        daemon("relay-to-client-" + connections.size(), () -> connection.pump(Direction.TO_CLIENT, toClient));
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
