package dev.hansom.shop.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A relay in front of PostgreSQL that writes down the type byte of every message a client sends, so that a test reads a
 * whole request as one string: {@code PDSBES} is Parse, Describe, Sync, Bind, Execute, Sync. The login is left out.
 */
public final class WireTap implements AutoCloseable {

    private final ServerSocket listener;
    private final String host;
    private final int port;
    private final StringBuffer sent = new StringBuffer();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    public WireTap(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Messages since the last call, passwords left out. */
    public String take() {
        synchronized (sent) {
            String all = sent.toString();
            sent.setLength(0);
            return all;
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(host, port);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            sockets.add(client);
            sockets.add(server);
            start(() -> watch(client, server));
            start(() -> {
                try (client) {
                    server.getInputStream().transferTo(client.getOutputStream());
                }
            });
        }
    }

    /** The first packet has no type byte; every other is a type, a length that counts itself, and a body. */
    private void watch(Socket client, Socket server) throws IOException {
        try (server;
                InputStream raw = client.getInputStream()) {
            DataInputStream in = new DataInputStream(raw);
            OutputStream out = server.getOutputStream();
            out.write(packet(in, new byte[0]));
            while (true) {
                int type = in.read();
                if (type < 0) {
                    return;
                }
                byte[] message = packet(in, new byte[] {(byte) type});
                if (type != 'p') {
                    sent.append((char) type);
                }
                out.write(message);
            }
        }
    }

    private static byte[] packet(DataInputStream in, byte[] prefix) throws IOException {
        int length = in.readInt();
        byte[] message = new byte[prefix.length + length];
        System.arraycopy(prefix, 0, message, 0, prefix.length);
        for (int i = 0; i < 4; i++) {
            message[prefix.length + i] = (byte) (length >>> (24 - 8 * i));
        }
        in.readFully(message, prefix.length + 4, length - 4);
        return message;
    }

    private static void start(Piece piece) {
        Thread thread = new Thread(() -> {
            try {
                piece.run();
            } catch (IOException e) {
                // A closed socket: the end of this piece.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private interface Piece {
        void run() throws IOException;
    }
}
