package dev.hansom.wire;

import io.netty.buffer.ByteBuf;

/** The sending half of one socket, whatever transport carries it. Confined to its event loop. */
public interface Link {

    /** Sends the bytes from index {@code from} to {@code to}; the caller may reuse the buffer on return. */
    void send(ByteBuf source, int from, int to);

    /** False while more is waiting to leave than the socket should hold. */
    boolean isWritable();

    /** Starts or stops reading from the socket. */
    void autoRead(boolean on);

    /** Sends the socket's events here from now on. */
    void events(LinkEvents events);

    /** Closes the socket once what was sent has left. */
    void close();

    /** The other end in words, for logs. */
    String peer();
}
