package dev.hansom.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client that does exactly what the test says, message by message or byte by byte, and reads with a timeout. Blocks the
 * thread of the test, which is the only one to use it.
 *
 * <p>A read that fails says what had come in until then.
 */
public final class ScriptedClient implements AutoCloseable {

    private static final int LAST_SHOWN = 20;

    private final WireChannel channel;
    private final List<WireMessage> received = new ArrayList<>();
    private final Map<String, String> parameterStatus = new LinkedHashMap<>();
    private Duration timeout = Duration.ofSeconds(30);
    private @Nullable BackendKey backendKey;

    private ScriptedClient(SocketChannel channel) throws IOException {
        this.channel = new WireChannel(channel);
    }

    public static ScriptedClient connect(String host, int port) throws IOException {
        return open(SocketChannel.open(), new InetSocketAddress(host, port));
    }

    /** Connects to a Unix socket, for example {@code dir/.s.PGSQL.5432}. */
    public static ScriptedClient connect(Path socket) throws IOException {
        return open(SocketChannel.open(StandardProtocolFamily.UNIX), UnixDomainSocketAddress.of(socket));
    }

    private static ScriptedClient open(SocketChannel channel, SocketAddress address) throws IOException {
        try {
            channel.connect(address);
            return new ScriptedClient(channel);
        } catch (IOException e) {
            channel.close();
            throw new IOException("No connection to " + address + ": " + e.getMessage(), e);
        }
    }

    /** How long each read and write may take; 30 s unless set. */
    public ScriptedClient timeout(Duration timeout) {
        this.timeout = timeout;
        return this;
    }

    // ---- logging in

    /** Start-up and whatever authentication the server asks for, up to the first ReadyForQuery. */
    public Reply login(String user, String password, String database) throws IOException {
        return login(user, password, database, Map.of());
    }

    /** The same with more start-up parameters. Fails if the server refuses: see {@link #tryLogin}. */
    public Reply login(String user, String password, String database, Map<String, String> more) throws IOException {
        return tryLogin(user, password, database, more).orFail();
    }

    /** The same, but a refusal is an answer: the reply then ends with ErrorResponse instead of ReadyForQuery. */
    public Reply tryLogin(String user, String password, String database, Map<String, String> more) throws IOException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("user", user);
        parameters.put("database", database);
        parameters.putAll(more);
        send(FrontendMessages.startup(parameters));
        PasswordExchange exchange = new PasswordExchange(user, password);
        List<WireMessage> messages = new ArrayList<>();
        while (true) {
            WireMessage message = read();
            messages.add(message);
            switch (message.type()) {
                case 'R' -> {
                    Optional<WireMessage> answer = exchange.answer(message);
                    if (answer.isPresent()) {
                        send(answer.get());
                    }
                }
                case 'Z', 'E' -> {
                    return new Reply(messages);
                }
                default -> {
                    // ParameterStatus, BackendKeyData, NoticeResponse: noted by read().
                }
            }
        }
    }

    /** Sends an SSLRequest and returns the one byte that answers it: N or S. */
    public char sslRequest() throws IOException {
        send(FrontendMessages.sslRequest());
        return readByte();
    }

    /** Sends a GSSENCRequest and returns the one byte that answers it: N or G. */
    public char gssEncRequest() throws IOException {
        send(FrontendMessages.gssEncRequest());
        return readByte();
    }

    private char readByte() throws IOException {
        try {
            return (char) channel.receiveByte(timeout);
        } catch (IOException e) {
            throw explained("one byte", e);
        }
    }

    /** Sends a CancelRequest on this connection, which must be new, and waits for the server to close it. */
    public void cancel(BackendKey key) throws IOException {
        send(FrontendMessages.cancelRequest(key));
        expectEnd();
    }

    /** The last value of each reported parameter. */
    public Map<String, String> parameterStatus() {
        return Map.copyOf(parameterStatus);
    }

    /** The key that cancels this connection's queries, sent at the end of the login. */
    public BackendKey backendKey() {
        if (backendKey == null) {
            throw new IllegalStateException("No BackendKeyData so far");
        }
        return backendKey;
    }

    // ---- sending

    public void send(WireMessage... messages) throws IOException {
        sendBytes(WireMessage.encode(messages));
    }

    /** All messages in one write. */
    public void send(List<WireMessage> messages) throws IOException {
        sendBytes(WireMessage.encode(messages));
    }

    public void sendBytes(byte[] bytes) throws IOException {
        sendInPieces(bytes, Math.max(1, bytes.length));
    }

    /** Writes pieces of at most {@code pieceSize} bytes, each in a write of its own without Nagle's delay. */
    public void sendInPieces(byte[] bytes, int pieceSize) throws IOException {
        channel.send(bytes, pieceSize, timeout);
    }

    // ---- reading

    /** The next message, whatever it is. */
    public WireMessage read() throws IOException {
        try {
            WireMessage message = channel.receive(timeout);
            note(message);
            return message;
        } catch (IOException e) {
            throw explained("a message", e);
        }
    }

    /** The next message, or null where the server has closed the connection instead. */
    public @Nullable WireMessage readOrEnd() throws IOException {
        return channel.atEnd(timeout) ? null : read();
    }

    /** The next message, which must be of this type. */
    public WireMessage expect(char type) throws IOException {
        WireMessage message;
        try {
            message = channel.receive(timeout);
        } catch (IOException e) {
            throw explained("a message of type " + type, e);
        }
        note(message);
        if (message.type() != type) {
            throw new AssertionError("Expected a message of type " + type + ", got " + shown(message) + soFar());
        }
        return message;
    }

    /** The next messages, which must be of these types in this order, for example {@code 12CZ}. */
    public Reply expectTypes(String types) throws IOException {
        List<WireMessage> messages = new ArrayList<>();
        for (char type : types.toCharArray()) {
            messages.add(expect(type));
        }
        return new Reply(messages);
    }

    /** Everything up to and including the next ReadyForQuery. */
    public Reply readUntilReady() throws IOException {
        List<WireMessage> messages = new ArrayList<>();
        WireMessage message;
        do {
            try {
                message = channel.receive(timeout);
            } catch (IOException e) {
                throw explained("ReadyForQuery", e);
            }
            note(message);
            messages.add(message);
        } while (message.type() != 'Z');
        return new Reply(messages);
    }

    /** Waits until the server closes; what it sends instead is a failure. */
    public void expectEnd() throws IOException {
        try {
            channel.receiveEnd(timeout);
        } catch (IOException e) {
            throw explained("the end of the connection", e);
        }
    }

    /** Everything received on this connection since it was opened. */
    public List<WireMessage> received() {
        return List.copyOf(received);
    }

    private void note(WireMessage message) {
        received.add(message);
        if (message.type() == 'S') {
            WireReader in = message.reader();
            parameterStatus.put(in.string(), in.string());
        } else if (message.type() == 'K') {
            backendKey = BackendKey.read(message.reader());
        }
    }

    private IOException explained(String wanted, IOException e) {
        byte[] unread = channel.unread();
        String half = unread.length == 0 ? "" : "; half a message: " + new WireMessage((char) unread[0], unread);
        return new IOException("Waiting for " + wanted + ": " + e.getMessage() + soFar() + half, e);
    }

    private String soFar() {
        int from = Math.max(0, received.size() - LAST_SHOWN);
        return ". Received so far (" + received.size() + "): "
                + received.subList(from, received.size()).stream()
                        .map(ScriptedClient::shown)
                        .toList();
    }

    private static String shown(WireMessage message) {
        return message.type() == 'E' || message.type() == 'N'
                ? message.type() + " " + ErrorFields.read(message)
                : message.toString();
    }

    // ---- whole cycles

    /** A simple query and everything up to ReadyForQuery; errors are part of the reply. */
    public Reply query(String sql) throws IOException {
        return exchange(FrontendMessages.query(sql));
    }

    /** Parse, Bind, Describe, Execute, Sync of the unnamed statement, parameters and results as text. */
    public Reply extended(String sql, @Nullable String... parameters) throws IOException {
        return exchange(FrontendMessages.extended(sql, parameters).toArray(WireMessage[]::new));
    }

    /** Parse and Sync of a named statement. */
    public Reply prepare(String statement, String sql, int... parameterTypes) throws IOException {
        return exchange(FrontendMessages.parse(statement, sql, parameterTypes), FrontendMessages.sync());
    }

    /** Bind to the unnamed portal, Execute, Sync. */
    public Reply executePrepared(String statement, @Nullable String... parameters) throws IOException {
        return exchange(
                FrontendMessages.bind("", statement, parameters),
                FrontendMessages.execute("", 0),
                FrontendMessages.sync());
    }

    /** Sends these messages in one write and reads up to the next ReadyForQuery. */
    public Reply exchange(WireMessage... messages) throws IOException {
        send(messages);
        return readUntilReady();
    }

    // ---- leaving

    /** Sends Terminate and waits for the server to close. */
    public void terminate() throws IOException {
        send(FrontendMessages.terminate());
        expectEnd();
        close();
    }

    /** Ends the sending direction only. */
    public void halfClose() throws IOException {
        channel.shutdownOutput();
    }

    /** Vanishes with a TCP reset. */
    public void reset() throws IOException {
        channel.reset();
    }

    /** Closes the socket without Terminate. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
