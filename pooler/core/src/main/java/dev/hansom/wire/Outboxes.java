package dev.hansom.wire;

/** The two outboxes of a loop, one a direction, since answering one client can set another's messages going. */
public record Outboxes(Outbox toClient, Outbox toServer) {

    /** Gives both buffers back. */
    public void release() {
        toClient.release();
        toServer.release();
    }
}
