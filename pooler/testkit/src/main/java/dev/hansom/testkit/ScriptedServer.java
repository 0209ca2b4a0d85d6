package dev.hansom.testkit;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server on a loopback port that says in bytes what the test wrote down, and records what it is told. Accepts on a
 * daemon thread; each connection has one of its own.
 *
 * <p>A script that meets something unexpected closes its connection; {@link #verify} and the waiting methods then fail
 * with the reason.
 */
public final class ScriptedServer implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** For a connection the test foresaw no script for: it may be a CancelRequest and nothing else. */
    private static final ServerScript CANCEL_ONLY =
            ServerScript.empty().startup("one connection more than the test has scripts for", parameters -> false);

    private final LoopbackListener listener;
    private final @Nullable ServerScript everyTime;

    // Under the monitor of this object.
    private final Deque<ServerScript> scripts;
    private final List<ScriptedConnection> connections = new ArrayList<>();

    private ScriptedServer(int port, @Nullable ServerScript everyTime, List<ServerScript> scripts) throws IOException {
        this.listener = new LoopbackListener(port, "scripted-server", this::accept);
        this.everyTime = everyTime;
        this.scripts = new ArrayDeque<>(scripts);
        listener.start();
    }

    /** One script for each connection in the order of their coming; more than these may only be cancel requests. */
    public static ScriptedServer inOrder(ServerScript... scripts) throws IOException {
        return new ScriptedServer(0, null, List.of(scripts));
    }

    /** The same script for every connection. */
    public static ScriptedServer always(ServerScript script) throws IOException {
        return new ScriptedServer(0, script, List.of());
    }

    /** The same on a port of the test's choice, for a server that comes back where another was. */
    public static ScriptedServer alwaysOn(int port, ServerScript script) throws IOException {
        return new ScriptedServer(port, script, List.of());
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return listener.port();
    }

    /** Connections so far, cancel requests included, in the order of their coming. */
    public synchronized List<ScriptedConnection> connections() {
        return List.copyOf(connections);
    }

    /** Waits for the connection with this number, counted from 0. */
    public synchronized ScriptedConnection connection(int index) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (connections.size() <= index) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(
                        "Only " + connections.size() + " connections came, waited for number " + index);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting for a connection", e);
            }
        }
        return connections.get(index);
    }

    /** The keys of all cancel requests so far. */
    public List<BackendKey> cancels() {
        return connections().stream()
                .map(ScriptedConnection::cancelled)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Fails if any connection met something its script does not foresee. */
    public void verify() {
        connections().stream()
                .map(ScriptedConnection::failure)
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(failure -> {
                    throw failure;
                });
    }

    /** Refuses new connections from now on; those that are there stay. */
    public void stopListening() throws IOException {
        listener.close();
    }

    /** Dies: no listener, and a TCP reset for everybody. */
    public void die() throws IOException {
        listener.close();
        for (ScriptedConnection connection : connections()) {
            connection.reset();
        }
    }

    /** Stops listening and closes all connections. */
    @Override
    public void close() throws IOException {
        listener.close();
        for (ScriptedConnection connection : connections()) {
            connection.close();
        }
    }

    private void accept(SocketChannel socket) {
        try {
            add(socket);
        } catch (IOException e) {
            // The client is gone before it was heard.
        }
    }

    private synchronized void add(SocketChannel socket) throws IOException {
        ServerScript script = everyTime;
        if (script == null) {
            script = scripts.isEmpty() ? CANCEL_ONLY : scripts.removeFirst();
        }
        ServerScript chosen = script;
        ScriptedConnection connection = new ScriptedConnection(socket, chosen);
        connections.add(connection);
        notifyAll();
        daemon("scripted-connection-" + connections.size(), () -> {
            connection.play();
            if (connection.cancelled().isPresent() && everyTime == null) {
                giveBack(chosen);
            }
        });
    }

    /** A cancel request came where a client was expected, who is still to come. */
    private synchronized void giveBack(ServerScript script) {
        if (!script.equals(CANCEL_ONLY)) {
            scripts.addFirst(script);
        }
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
