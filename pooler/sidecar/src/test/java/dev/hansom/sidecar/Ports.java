package dev.hansom.sidecar;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** TCP ports of the loopback address. */
final class Ports {

    private Ports() {}

    /** A port nobody listened on a moment ago. */
    static int free() throws IOException {
        try (ServerSocket socket = taken()) {
            return socket.getLocalPort();
        }
    }

    /** A socket that listens, so that nobody else can. */
    static ServerSocket taken() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }
}
