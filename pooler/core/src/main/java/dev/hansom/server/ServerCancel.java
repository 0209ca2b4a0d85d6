package dev.hansom.server;

import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;

/** One CancelRequest on its way: the server has acted on it when it closes the connection. Loop-confined. */
final class ServerCancel implements LinkEvents {

    private final Link link;
    private final long since;
    private final Consumer<ServerCancel> ended;

    ServerCancel(Link link, int backendPid, byte[] backendKey, long now, Consumer<ServerCancel> ended) {
        this.link = link;
        this.since = now;
        this.ended = ended;
        ByteBuf request = Unpooled.buffer(32);
        FrontendMessages.cancelRequest(request, backendPid, backendKey);
        link.send(request, request.readerIndex(), request.writerIndex());
        request.release();
    }

    long since() {
        return since;
    }

    void giveUp() {
        link.close();
    }

    @Override
    public void onData(ByteBuf in) {
        // PostgreSQL answers a CancelRequest by closing; whatever else comes says nothing.
    }

    @Override
    public void onWritable(boolean writable) {}

    @Override
    public void onClosed(String reason) {
        ended.accept(this);
    }
}
