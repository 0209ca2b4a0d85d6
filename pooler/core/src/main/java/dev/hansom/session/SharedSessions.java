package dev.hansom.session;

/** What the clients of all loops have in common: their limits and their cancel keys. Any thread. */
public final class SharedSessions {

    private final CancelRegistry cancels = new CancelRegistry();
    private final ClientCounts counts;

    /** Nobody is there yet. */
    public SharedSessions(SessionSettings settings) {
        this.counts =
                new ClientCounts(settings.maxClients(), settings.maxClientsOfDatabase(), settings.maxClientsOfUser());
    }

    CancelRegistry cancels() {
        return cancels;
    }

    ClientCounts counts() {
        return counts;
    }
}
