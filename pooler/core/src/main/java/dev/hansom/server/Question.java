package dev.hansom.server;

import dev.hansom.wire.ErrorFields;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A statement the pooler runs for itself, whose error is an answer and no fault of the connection. Loop-confined. */
final class Question {

    private final long since;
    private final boolean check;
    private final Consumer<@Nullable ErrorFields> answered;
    private @Nullable ErrorFields error;

    /**
     * A question asked now.
     *
     * @param check true where any error means that the connection is of no use
     */
    Question(long now, boolean check, Consumer<@Nullable ErrorFields> answered) {
        this.since = now;
        this.check = check;
        this.answered = answered;
    }

    boolean isOverdue(long now, long limit) {
        return now - since >= limit;
    }

    boolean isFailedCheck() {
        return check && error != null;
    }

    void fail(ErrorFields cause) {
        error = cause;
    }

    void answer() {
        answered.accept(error);
    }
}
