package dev.hansom.shop.config;

/** What stands between this process and PostgreSQL. */
public enum Topology {
    /** Nothing: the address is PostgreSQL's. */
    DIRECT,
    /** The pooler in this process, {@code hansom.pooler.enabled=true}. */
    EMBEDDED,
    /** A pooler of its own: the address is the pooler's. */
    SIDECAR
}
