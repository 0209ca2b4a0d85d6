package dev.hansom.shop.config;

/** The shape of a reading request's transactions. A request that writes always runs in one transaction. */
public enum TransactionMode {
    /** Each statement is its own implicit transaction. */
    PER_STATEMENT,
    /** BEGIN before the first statement, COMMIT (or ROLLBACK) after the last. */
    PER_REQUEST
}
