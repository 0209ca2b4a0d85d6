package dev.hansom.lab.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/**
 * TCP ports of 127.0.0.1 for processes that must be told theirs. Another program can take one between the choice and
 * the start, so a start on a chosen port is tried again on another.
 */
public final class Ports {

    private static final Set<Integer> GIVEN_OUT = new HashSet<>();

    private Ports() {}

    /** A port that is free now and that this lab has not given out before. */
    public static synchronized int free() {
        while (true) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                if (GIVEN_OUT.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            } catch (IOException e) {
                throw new StackException("no free TCP port on 127.0.0.1: " + e.getMessage(), e);
            }
        }
    }

    /**
     * The port asked for, or a free one for 0.
     *
     * @throws StackException where the port asked for is taken
     */
    public static int choose(int wanted, String what) {
        if (wanted == 0) {
            return free();
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
            return wanted;
        } catch (IOException e) {
            throw new StackException(
                    "port " + wanted + " of 127.0.0.1, wanted for " + what + ", is taken or not allowed ("
                            + e.getMessage() + "): choose another, or 0 for any free one",
                    e);
        }
    }
}
