package dev.hansom.lab.cpu;

/** CPU time of a group could not be read. */
public final class CpuReadException extends RuntimeException {

    public CpuReadException(String message, Throwable cause) {
        super(message, cause);
    }
}
