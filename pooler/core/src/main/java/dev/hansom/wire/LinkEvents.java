package dev.hansom.wire;

import io.netty.buffer.ByteBuf;

/** What happens on one socket. Called on its event loop. */
public interface LinkEvents {

    /** Bytes came in. The buffer belongs to the caller and is reused after return: retain or copy what must stay. */
    void onData(ByteBuf in);

    /** {@link Link#isWritable()} has changed. */
    void onWritable(boolean writable);

    /** The socket is closed, by either end; called once, last. */
    void onClosed(String reason);
}
