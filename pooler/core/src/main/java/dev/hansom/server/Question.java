package dev.hansom.server;

import dev.hansom.wire.ErrorFields;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A statement the pooler runs for itself, whose error is an answer and no fault of the connection. Loop-confined. */
final class Question {

    private final Consumer<@Nullable ErrorFields> answered;
    private @Nullable ErrorFields error;

    Question(Consumer<@Nullable ErrorFields> answered) {
        this.answered = answered;
    }

    void fail(ErrorFields cause) {
        error = cause;
    }

    void answer() {
        answered.accept(error);
    }
}
