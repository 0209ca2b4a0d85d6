package dev.hansom.server;

import dev.hansom.prepared.ClientPrepared;
import dev.hansom.wire.Outbox;
import io.netty.buffer.ByteBuf;

/** Where a server's answers go: the client that holds it, as the server sees it. Loop-confined. */
public interface ReplySink {

    /** What was collected for this client is to be sent now. */
    void flush(Outbox toClient);

    /** False while the client takes no more than it has. */
    boolean isWritable();

    /** False: the server takes no more for now, so nothing is to be read from the client; true: it does again. */
    void readMore(boolean on);

    /** True while a message of the client has gone to the server in part. */
    boolean isMidMessage();

    /** The server is free again and no longer this client's. */
    void onServerReleased(ServerLink server);

    /** Nothing is owed, and the server stays this client's: in its transaction, or as {@code pool_mode} is session. */
    void onServerQuiet();

    /**
     * The server's connection is closed while this client held it.
     *
     * @param told true where the client has been sent the server's own FATAL
     */
    void onServerLost(boolean told);

    /**
     * The server was taken away because of what this client did with it: it kept it for too long, for instance.
     *
     * @param reason in the words for the client
     */
    void onServerExpired(String reason);

    /** The client's last batch has to be sent once more; the buffer is valid during the call. */
    void onRetry(ByteBuf batch);

    /** What the client has prepared, which is corrected where the server has not done it. */
    ClientPrepared prepared();
}
