package dev.hansom.server;

import org.jboss.logging.Logger;

/**
 * The CancelRequests for one server connection that are on their way: it is not given out before they have been
 * delivered, or one would hit the next client's query. Loop-confined.
 */
final class ServerCancels {

    private static final Logger LOG = Logger.getLogger(ServerCancels.class);

    private final ServerPool pool;
    private final int backendPid;
    private final byte[] backendKey;
    private final Runnable delivered;
    private int pending;

    /** @param delivered told after each one that it is not pending any more */
    ServerCancels(ServerPool pool, int backendPid, byte[] backendKey, Runnable delivered) {
        this.pool = pool;
        this.backendPid = backendPid;
        this.backendKey = backendKey;
        this.delivered = delivered;
    }

    boolean arePending() {
        return pending > 0;
    }

    void send() {
        pending++;
        pool.dialer()
                .dial(
                        pool.target(),
                        connection -> new ServerCancel(connection, backendPid, backendKey, this::onDelivered),
                        reason -> {
                            LOG.warnf("%s: cancel request failed: %s", pool, reason);
                            onDelivered();
                        });
    }

    private void onDelivered() {
        pending--;
        delivered.run();
    }
}
