package dev.hansom.server;

import java.util.List;

/** The hosts of one database, and which of them is next to be connected to. Loop-confined. */
public final class ServerTargets {

    private final List<ServerTarget> targets;
    private final boolean balanced;
    private int at;

    /**
     * Begins with the first.
     *
     * @param targets at least one
     * @param balanced true: each connection goes to the next host in turn; false: to one host until it fails
     */
    public ServerTargets(List<ServerTarget> targets, boolean balanced) {
        this.targets = List.copyOf(targets);
        this.balanced = balanced;
    }

    int count() {
        return targets.size();
    }

    /** Where the next connection goes. */
    ServerTarget next() {
        ServerTarget target = targets.get(at);
        if (balanced) {
            advance();
        }
        return target;
    }

    /** A connection to this one has failed. */
    void failed(ServerTarget target) {
        if (!balanced && target.equals(targets.get(at))) {
            advance();
        }
    }

    private void advance() {
        at = (at + 1) % targets.size();
    }
}
