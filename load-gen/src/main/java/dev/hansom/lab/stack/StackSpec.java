package dev.hansom.lab.stack;

import java.util.Objects;
import java.util.Optional;

/**
 * Which processes a variant is measured on and how they are configured. Variants that differ only in what the API sends
 * at the end of a request share one stack.
 *
 * @param topology how the API reaches PostgreSQL
 * @param statements how the API runs its statements
 * @param transactions the shape of a request's transactions
 * @param poolSize server connections of the pooler, or of the API where it goes directly
 * @param apiConnections connections the API keeps to its database address
 * @param maxPreparedStatements the pooler's setting; empty where there is no pooler
 * @param serverReset the pooler's {@code server_reset}; empty where there is no pooler
 */
public record StackSpec(
        Topology topology,
        Statements statements,
        Transactions transactions,
        int poolSize,
        int apiConnections,
        Optional<Integer> maxPreparedStatements,
        Optional<String> serverReset) {

    public StackSpec {
        Objects.requireNonNull(topology);
        if ((topology == Topology.DIRECT) == maxPreparedStatements.isPresent()
                || (topology == Topology.DIRECT) == serverReset.isPresent()) {
            throw new IllegalArgumentException("pooler settings go with a pooler: " + topology);
        }
    }

    /** How the API reaches PostgreSQL. */
    public enum Topology {
        DIRECT,
        EMBEDDED,
        SIDECAR
    }

    /** How the API runs its statements; see the API's documentation for the messages of each. */
    public enum Statements {
        CACHED,
        NAMED,
        UNNAMED,
        SIMPLE
    }

    /** The shape of a request's transactions. */
    public enum Transactions {
        PER_STATEMENT,
        PER_REQUEST
    }

    /** What the API sends at the end of each request. */
    public enum ApiReset {
        NONE,
        NARROW,
        NARROW_DISCARD_PLANS,
        DISCARD_ALL
    }
}
