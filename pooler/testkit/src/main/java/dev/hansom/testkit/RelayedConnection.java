package dev.hansom.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** A client's connection to a {@link FaultyRelay} and the one behind it. Two pump threads, one for each direction. */
final class RelayedConnection {

    private final Socket client;
    private final Socket server;

    RelayedConnection(Socket client, Socket server) {
        this.client = client;
        this.server = server;
    }

    /** Hands on what comes in until one side ends or the gate says so. */
    void pump(FaultyRelay.Direction direction, RelayGate gate) {
        Socket from = direction == FaultyRelay.Direction.TO_SERVER ? client : server;
        Socket to = receiver(direction);
        byte[] buffer = new byte[1 << 16];
        try {
            OutputStream out = to.getOutputStream();
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                int written = 0;
                while (written < read) {
                    RelayGate.Passage passage = gate.enter(read - written);
                    out.write(buffer, written, passage.bytes());
                    written += passage.bytes();
                    switch (passage.ending()) {
                        case WAIT -> {}
                        case CUT -> {
                            cut();
                            return;
                        }
                        case HALF_CLOSE -> {
                            to.shutdownOutput();
                            return;
                        }
                    }
                }
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One side is gone without a farewell: neither does the other get one.
            cut();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void halfClose(FaultyRelay.Direction direction) {
        try {
            receiver(direction).shutdownOutput();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    void cut() {
        reset(client);
        reset(server);
    }

    private Socket receiver(FaultyRelay.Direction direction) {
        return direction == FaultyRelay.Direction.TO_SERVER ? server : client;
    }

    static void reset(Socket socket) {
        try {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }
}
