package dev.hansom.testkit;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One client of a {@link ScriptedServer}: plays its script on a daemon thread of its own and records what comes in. The
 * public methods are for the test's thread.
 */
public final class ScriptedConnection {

    private static final Duration FOREVER = Duration.ofDays(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final WireChannel channel;
    private final ServerScript script;

    // All under the monitor of this object.
    private final List<WireMessage> received = new ArrayList<>();
    private Map<String, String> startupParameters = Map.of();
    private @Nullable BackendKey cancelled;
    private @Nullable AssertionError failure;
    private boolean played;
    private boolean gone;
    private boolean endedByTest;
    private int resumes;

    ScriptedConnection(SocketChannel socket, ServerScript script) throws IOException {
        this.channel = new WireChannel(socket);
        this.script = script;
    }

    // ---- what the test asks

    /** Every message so far, those before the login included. */
    public synchronized List<WireMessage> received() {
        return List.copyOf(received);
    }

    /** The types of the messages since the login, for example {@code PBES}. */
    public synchronized String receivedTypes() {
        StringBuilder types = new StringBuilder();
        received.stream()
                .filter(message -> message.type() != WireMessage.UNTYPED)
                .forEach(message -> types.append(message.type()));
        return types.toString();
    }

    public synchronized Map<String, String> startupParameters() {
        return startupParameters;
    }

    /** The key, if this connection brought a CancelRequest. */
    public synchronized Optional<BackendKey> cancelled() {
        return Optional.ofNullable(cancelled);
    }

    /** Waits until what has been received is as wanted, and returns it. */
    public synchronized List<WireMessage> awaitReceived(Predicate<List<WireMessage>> wanted) {
        await(() -> wanted.test(List.copyOf(received)), "the messages asked for");
        return List.copyOf(received);
    }

    /** Waits until messages of these types, and no others, have come in since the login. */
    public void awaitReceivedTypes(String types) {
        synchronized (this) {
            await(() -> receivedTypes().equals(types), "messages of the types " + types);
        }
    }

    /** Waits until all steps are done; fails if one could not be. */
    public synchronized void awaitPlayed() {
        await(() -> played, "the end of the script");
    }

    /** Waits until the connection is closed, by whomever and for whatever reason. */
    public synchronized void awaitGone() {
        await(() -> gone, "the end of the connection", false);
    }

    /** Lets the script go on behind its present or its next {@link ServerScript#stall}. */
    public synchronized void resume() {
        resumes++;
        notifyAll();
    }

    /** Closes the connection, whatever the script is doing. */
    public void close() throws IOException {
        update(() -> endedByTest = true);
        channel.close();
    }

    /** Ends the connection with a TCP reset, whatever the script is doing. */
    public void reset() throws IOException {
        update(() -> endedByTest = true);
        channel.reset();
    }

    synchronized Optional<AssertionError> failure() {
        return Optional.ofNullable(failure);
    }

    private void await(BooleanSupplier condition, String what) {
        await(condition, what, true);
    }

    private void await(BooleanSupplier condition, String what, boolean orFailure) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (orFailure && failure != null) {
                throw failure;
            }
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0 || gone) {
                throw new AssertionError((gone ? "The connection ended before " : "Waited in vain for ") + what
                        + ". Received so far: " + received);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting for " + what, e);
            }
        }
    }

    // ---- playing the script, on this connection's thread

    void play() {
        try {
            for (ServerScript.Step step : script.steps()) {
                play(step);
                if (cancelled().isPresent()) {
                    break;
                }
            }
            update(() -> played = true);
            if (cancelled().isEmpty()) {
                answer(message -> List.of());
            }
        } catch (AssertionError e) {
            update(() -> failure = e);
        } catch (IOException e) {
            // Once the script is through, or the test has ended the connection, an end is no failure.
            update(() -> failure = played || endedByTest ? null : broken(e));
        } catch (RuntimeException e) {
            update(() -> failure = new AssertionError("The script cannot read what came: " + received, e));
        } finally {
            end();
        }
    }

    private AssertionError broken(IOException e) {
        return new AssertionError("The connection ended in mid-script: " + e + ". Received so far: " + received, e);
    }

    private void play(ServerScript.Step step) throws IOException {
        if (step instanceof ServerScript.Startup startup) {
            startup(startup);
        } else if (step instanceof ServerScript.Expect expect) {
            expect(expect);
        } else if (step instanceof ServerScript.Send send) {
            channel.send(send.bytes(), send.pieceSize(), FOREVER);
        } else if (step instanceof ServerScript.Answer answer) {
            answer(answer.answers());
        } else if (step instanceof ServerScript.Stall) {
            stall();
        } else if (step instanceof ServerScript.End end) {
            switch (end.ending()) {
                case CLOSE -> channel.close();
                case RESET -> channel.reset();
                case HALF_CLOSE -> channel.shutdownOutput();
            }
        }
    }

    private void startup(ServerScript.Startup step) throws IOException {
        while (true) {
            WireMessage message = channel.receiveUntyped(FOREVER);
            WireReader in = message.reader();
            int code = in.int32();
            record(message);
            if (code == FrontendMessages.SSL_CODE || code == FrontendMessages.GSSENC_CODE) {
                channel.send(new byte[] {'N'}, 1, FOREVER);
            } else if (code == FrontendMessages.CANCEL_CODE) {
                BackendKey key = BackendKey.read(in);
                update(() -> cancelled = key);
                return;
            } else {
                Map<String, String> parameters = new LinkedHashMap<>();
                for (String name = in.string(); !name.isEmpty(); name = in.string()) {
                    parameters.put(name, in.string());
                }
                update(() -> startupParameters = Map.copyOf(parameters));
                if (!step.parameters().test(parameters)) {
                    throw new AssertionError(
                            "Start-up refused: " + step.complaint() + ". The parameters were " + parameters);
                }
                return;
            }
        }
    }

    private void expect(ServerScript.Expect step) throws IOException {
        WireMessage message = channel.receive(FOREVER);
        record(message);
        if (message.type() != step.type() || !step.matcher().test(message)) {
            throw new AssertionError("Expected " + step.type() + " (" + step.what() + "), got " + message
                    + ". Received so far: " + received());
        }
    }

    private void answer(Function<WireMessage, List<WireMessage>> answers) throws IOException {
        try {
            while (true) {
                WireMessage message = channel.receive(FOREVER);
                record(message);
                if (message.type() != 'X') {
                    byte[] bytes = WireMessage.encode(answers.apply(message));
                    channel.send(bytes, Math.max(1, bytes.length), FOREVER);
                }
            }
        } catch (IOException e) {
            // The client has left, with or without a farewell, which is how this step ends.
        }
    }

    private synchronized void stall() throws IOException {
        while (resumes == 0 && !endedByTest) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IOException("Ended while stalled", e);
            }
        }
        resumes--;
    }

    private synchronized void record(WireMessage message) {
        received.add(message);
        notifyAll();
    }

    private synchronized void update(Runnable change) {
        change.run();
        notifyAll();
    }

    private void end() {
        try {
            channel.close();
        } catch (IOException e) {
            // Gone either way.
        }
        update(() -> gone = true);
    }
}
