package dev.hansom.server;

import dev.hansom.state.ServerReset;
import dev.hansom.stats.Counters;
import org.jboss.logging.Logger;

/**
 * What a server connection goes through between two holders: an open transaction is rolled back, cancel requests on their
 * way are waited for, the reset runs. Loop-confined.
 */
final class Cleaning {

    private static final Logger LOG = Logger.getLogger(Cleaning.class);

    private final ServerLink server;
    private final ReplyReader replies;
    private final ServerCancels cancels;
    private final OwnStatements own;
    private final ServerReset reset;
    private final Counters counters;
    private boolean resetRuns;
    private boolean resetDone;

    Cleaning(ServerLink server, ReplyReader replies, ServerCancels cancels, OwnStatements own, ServerPool pool) {
        this.server = server;
        this.replies = replies;
        this.cancels = cancels;
        this.own = own;
        this.reset = pool.settings().reset();
        this.counters = pool.counters();
    }

    /** @param used false where no client has held the server, so that there is nothing to reset */
    void begin(boolean used) {
        resetDone = !used || reset.isNone();
        if (server.conversation().status() == 'I') {
            goOn();
        } else {
            own.run("ROLLBACK");
        }
    }

    /** A statement of the cleaning has ended. */
    void onReady() {
        boolean succeeded = replies.failure() == null && server.conversation().status() == 'I';
        if (resetRuns) {
            counters.reset(succeeded);
            resetRuns = false;
            resetDone = true;
        }
        if (succeeded || replies.failure() != null) {
            goOn();
        } else {
            server.drop("transaction still open after its cleanup");
        }
    }

    /** A cancel request has reached the server. */
    void onCancelled() {
        if (!resetRuns && !server.conversation().isBusy()) {
            goOn();
        }
    }

    private void goOn() {
        String failure = replies.failure();
        if (failure != null) {
            LOG.warnf("%s: closing server connection: %s", server, failure);
            server.drop(failure);
        } else if (cancels.areUncertain()) {
            server.drop("a cancel request that was not taken in time could hit the next client (cancel_wait_timeout)");
        } else if (!cancels.arePending() && resetDone) {
            server.becomeFree();
        } else if (!cancels.arePending()) {
            resetRuns = true;
            own.run(reset.sql());
        }
    }
}
