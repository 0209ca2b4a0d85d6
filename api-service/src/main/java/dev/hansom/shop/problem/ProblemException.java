package dev.hansom.shop.problem;

import jakarta.ws.rs.core.Response.Status;

/** A request that cannot be done, with the sentence that tells its sender why. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Status status;

    private ProblemException(Status status, String detail) {
        super(detail, null, false, false);
        this.status = status;
    }

    public static ProblemException badRequest(String detail) {
        return new ProblemException(Status.BAD_REQUEST, detail);
    }

    public static ProblemException notFound(String detail) {
        return new ProblemException(Status.NOT_FOUND, detail);
    }

    public static ProblemException conflict(String detail) {
        return new ProblemException(Status.CONFLICT, detail);
    }

    Status status() {
        return status;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
