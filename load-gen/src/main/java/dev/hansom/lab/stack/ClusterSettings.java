package dev.hansom.lab.stack;

import java.util.Map;
import java.util.Optional;

/**
 * How PostgreSQL is started, or where it already runs.
 *
 * @param externalUrl {@code postgresql://user:password@host:port/database} of a server that is used as it is; empty: one
 *     is started from the binaries on the class path
 * @param port of 127.0.0.1, 0 for a free one
 * @param maxConnections {@code max_connections}
 * @param sharedBuffers {@code shared_buffers}, with unit
 * @param scale the amount of seed data: 1 is 1,000 customers and 20,000 orders
 * @param parameters further settings of postgresql.conf; they win over the lab's own
 */
public record ClusterSettings(
        Optional<String> externalUrl,
        int port,
        int maxConnections,
        String sharedBuffers,
        double scale,
        Map<String, String> parameters) {

    public ClusterSettings {
        parameters = Map.copyOf(parameters);
        externalUrl.ifPresent(PostgresUrl::parse);
    }

    /** A server of the lab's own, on a free port, with the small data set. */
    public static ClusterSettings embedded() {
        return new ClusterSettings(Optional.empty(), 0, 300, "128MB", 1, Map.of());
    }

    /**
     * A server that already runs.
     *
     * @throws IllegalArgumentException where the URL is not of the form; the message says what is missing
     */
    public static ClusterSettings external(String url) {
        return new ClusterSettings(Optional.of(url), 0, 300, "128MB", 1, Map.of());
    }

    public ClusterSettings withPort(int chosen) {
        return new ClusterSettings(externalUrl, chosen, maxConnections, sharedBuffers, scale, parameters);
    }
}
