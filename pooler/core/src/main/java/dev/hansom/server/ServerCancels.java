package dev.hansom.server;

import java.util.HashSet;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The CancelRequests for one server connection that are on their way: it is not given out before they have been
 * delivered, or one would hit the next client's query. Loop-confined.
 */
final class ServerCancels {

    private static final Logger LOG = Logger.getLogger(ServerCancels.class);

    private final ServerPool pool;
    private final ServerTarget target;
    private final int backendPid;
    private final byte[] backendKey;
    private final Runnable onDelivered;
    private final Set<ServerCancel> sent = new HashSet<>();
    private int pending;
    private boolean uncertain;

    /** @param onDelivered told after each one that it is not pending any more */
    ServerCancels(ServerPool pool, ServerTarget target, int backendPid, byte[] backendKey, Runnable onDelivered) {
        this.pool = pool;
        this.target = target;
        this.backendPid = backendPid;
        this.backendKey = backendKey;
        this.onDelivered = onDelivered;
    }

    boolean arePending() {
        return pending > 0;
    }

    /** True where the server was too slow with one, so that it may act on it at any time. */
    boolean areUncertain() {
        return uncertain;
    }

    void send(Runnable delivered) {
        pending++;
        pool.dialer()
                .dial(
                        target,
                        connection -> {
                            ServerCancel cancel = new ServerCancel(
                                    connection,
                                    backendPid,
                                    backendKey,
                                    pool.ticker().nanos(),
                                    ended -> {
                                        sent.remove(ended);
                                        end(delivered);
                                    });
                            sent.add(cancel);
                            return cancel;
                        },
                        reason -> {
                            LOG.warnf("%s: cancel request failed: %s", pool, reason);
                            end(delivered);
                        });
    }

    /** Gives up those for which the server takes longer than {@code cancel_wait_timeout}. */
    void checkTimes(long now) {
        if (sent.isEmpty() || pool.settings().cancelWaitTimeout() == 0) {
            return;
        }
        for (ServerCancel cancel : Set.copyOf(sent)) {
            if (now - cancel.since() >= pool.settings().cancelWaitTimeout()) {
                LOG.warnf("%s: cancel request not taken in time (cancel_wait_timeout)", pool);
                uncertain = true;
                cancel.giveUp();
            }
        }
    }

    private void end(Runnable delivered) {
        pending--;
        delivered.run();
        onDelivered.run();
    }
}
