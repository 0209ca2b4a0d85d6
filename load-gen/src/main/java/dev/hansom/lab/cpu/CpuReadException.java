package dev.hansom.lab.cpu;

import org.jspecify.annotations.Nullable;

/** CPU time of a group could not be read. */
public final class CpuReadException extends RuntimeException {

    public CpuReadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
