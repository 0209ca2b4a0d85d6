package dev.hansom.lab.run;

import org.jspecify.annotations.Nullable;

/** A run could not go on; the message says why, for whoever typed the command. */
public final class RunException extends RuntimeException {

    public RunException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
