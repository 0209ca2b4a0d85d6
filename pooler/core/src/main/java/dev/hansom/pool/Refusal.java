package dev.hansom.pool;

/**
 * Why a waiting client gets no server connection: the error it is told, after which its connection is closed.
 *
 * @param sqlState five characters
 * @param message in the words PostgreSQL or PgBouncer would use
 * @param hint what to do, empty for none
 */
public record Refusal(String sqlState, String message, String hint) {}
