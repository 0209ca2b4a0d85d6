package dev.hansom.lab.run;

/** Names of the pooler's meters that reports use, as Prometheus sees them. */
public final class PoolerMeters {

    /** Parse messages that clients sent. */
    public static final String CLIENT_PARSES = "hansom_pooler_client_parses_total";

    /** Parse messages that servers were sent. */
    public static final String SERVER_PARSES = "hansom_pooler_server_parses_total";

    private PoolerMeters() {}
}
