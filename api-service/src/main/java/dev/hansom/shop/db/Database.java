package dev.hansom.shop.db;

import dev.hansom.shop.config.ResetMode;
import dev.hansom.shop.config.ResetSwitch;
import dev.hansom.shop.config.ShopSettings;
import dev.hansom.shop.config.StatementMode;
import dev.hansom.shop.config.TransactionMode;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Gives each request one connection for all its statements and takes it back whatever happens: no open transaction, the
 * request's named statements closed, the reset sent. Runs on the request's event loop.
 */
@Singleton
public final class Database {

    private static final Logger LOG = Logger.getLogger(Database.class);

    private final Pool pool;
    private final StatementMode mode;
    private final TransactionMode transactions;
    private final ResetSwitch resets;

    @Inject
    Database(Pool pool, ShopSettings settings, ResetSwitch resets) {
        this(pool, settings.statements(), settings.transactions(), resets);
    }

    public Database(Pool pool, StatementMode mode, TransactionMode transactions, ResetSwitch resets) {
        this.pool = pool;
        this.mode = mode;
        this.transactions = transactions;
        this.resets = resets;
    }

    /**
     * Runs statements that only read, in the transactions {@code shop.transactions} asks for. Fails with
     * {@link DatabaseUnreachableException} where no server answers.
     */
    public <T> Future<T> read(Function<Statements, Future<T>> work) {
        return lease(transactions == TransactionMode.PER_REQUEST, work);
    }

    /** Runs statements in one transaction, whatever the settings: all of it happens or nothing. */
    public <T> Future<T> write(Function<Statements, Future<T>> work) {
        return lease(true, work);
    }

    private <T> Future<T> lease(boolean inTransaction, Function<Statements, Future<T>> work) {
        return pool.getConnection()
                .recover(cause -> Future.failedFuture(new DatabaseUnreachableException(cause)))
                .compose(connection -> {
                    Statements statements = Statements.on(connection, mode);
                    ResetMode reset = resets.current();
                    Future<T> result =
                            inTransaction ? transaction(connection, statements, work) : run(statements, work);
                    return result.transform(outcome ->
                            giveBack(connection, statements, reset, outcome).transform(back -> result));
                })
                .recover(cause -> Future.failedFuture(DatabaseUnreachableException.orItself(cause)));
    }

    private static <T> Future<T> run(Statements statements, Function<Statements, Future<T>> work) {
        try {
            return work.apply(statements);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private static <T> Future<T> transaction(
            SqlConnection connection, Statements statements, Function<Statements, Future<T>> work) {
        return connection
                .query("BEGIN")
                .execute()
                .compose(begun -> run(statements, work))
                .transform(done -> done.succeeded()
                        ? connection.query("COMMIT").execute().map(done.result())
                        : connection
                                .query("ROLLBACK")
                                .execute()
                                .transform(rolledBack -> Future.failedFuture(done.cause())));
    }

    /** Never fails: the request's own outcome stands. A session that could not be reset is ended, not handed on. */
    private static Future<Void> giveBack(
            SqlConnection connection, Statements statements, ResetMode reset, AsyncResult<?> outcome) {
        if (outcome.failed()
                && DatabaseUnreachableException.orItself(outcome.cause()) instanceof DatabaseUnreachableException) {
            giveUp(connection);
            return Future.succeededFuture();
        }
        Future<Void> closed = reset.dropsStatements() ? Future.succeededFuture() : statements.close();
        Future<?> clean = reset == ResetMode.NONE
                ? closed
                : both(closed, connection.query(reset.sql()).execute());
        return clean.transform(done -> {
            if (done.succeeded()) {
                return connection.close();
            }
            LOG.warnf(
                    "The session was not reset (%s); its connection is given up",
                    done.cause().getMessage());
            giveUp(connection);
            return Future.succeededFuture();
        });
    }

    /**
     * Ends the session. The pool takes a connection back only once it has seen that it is closed: it would hand a dying
     * one to the next request. One that does not close within a second goes back as it is, to be found out there.
     */
    private static void giveUp(SqlConnection connection) {
        Context context = Vertx.currentContext();
        Promise<Void> gone = Promise.promise();
        // The pool hears of a closed socket after we do, within the same turn of the loop.
        Handler<Void> nextTurn = seen -> context.runOnContext(next -> gone.tryComplete());
        connection.closeHandler(nextTurn);
        connection
                .query("SELECT pg_terminate_backend(pg_backend_pid())")
                .execute()
                .onComplete(ended -> {
                    if (ended.succeeded() || ended.cause() instanceof PgException) {
                        context.owner().setTimer(1000, late -> gone.tryComplete());
                    } else {
                        nextTurn.handle(null);
                    }
                });
        gone.future().onComplete(closed -> connection.close());
    }

    private static Future<?> both(Future<Void> closed, Future<RowSet<Row>> reset) {
        return closed.compose(done -> reset);
    }
}
