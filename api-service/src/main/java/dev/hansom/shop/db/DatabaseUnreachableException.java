package dev.hansom.shop.db;

import io.vertx.core.VertxException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The database, or the pooler in front of it, does not take connections or statements now; later it may. */
public final class DatabaseUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    DatabaseUnreachableException(Throwable cause) {
        super(cause.getMessage(), cause, false, false);
    }

    /** This exception around {@code cause} where that tells of a lost or refused connection, else the cause itself. */
    static Throwable orItself(Throwable cause) {
        if (cause instanceof PgException refused) {
            return unavailable(refused.getSqlState()) ? new DatabaseUnreachableException(cause) : cause;
        }
        boolean lost = cause instanceof IOException
                || cause instanceof VertxException
                || cause instanceof NoStackTraceThrowable;
        return lost ? new DatabaseUnreachableException(cause) : cause;
    }

    /** Connection exceptions, insufficient resources, operator intervention but for query_canceled, system errors. */
    private static boolean unavailable(@Nullable String sqlState) {
        return sqlState != null
                && (sqlState.startsWith("08")
                        || sqlState.startsWith("53")
                        || sqlState.startsWith("57P")
                        || sqlState.startsWith("58"));
    }
}
