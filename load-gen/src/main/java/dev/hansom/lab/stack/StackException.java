package dev.hansom.lab.stack;

import org.jspecify.annotations.Nullable;

/** A process of the stack could not be started or has died; the message says which, and what its log ended with. */
public final class StackException extends RuntimeException {

    public StackException(String message) {
        super(message);
    }

    public StackException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
