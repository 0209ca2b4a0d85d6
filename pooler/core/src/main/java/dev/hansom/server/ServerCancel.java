package dev.hansom.server;

import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** One CancelRequest on its way: the server has acted on it when it closes the connection. Loop-confined. */
final class ServerCancel implements LinkEvents {

    private final Runnable delivered;

    ServerCancel(Link link, int backendPid, byte[] backendKey, Runnable delivered) {
        this.delivered = delivered;
        ByteBuf request = Unpooled.buffer(32);
        FrontendMessages.cancelRequest(request, backendPid, backendKey);
        link.send(request, request.readerIndex(), request.writerIndex());
        request.release();
    }

    @Override
    public void onData(ByteBuf in) {
        // PostgreSQL answers a CancelRequest by closing; whatever else comes says nothing.
    }

    @Override
    public void onWritable(boolean writable) {}

    @Override
    public void onClosed(String reason) {
        delivered.run();
    }
}
