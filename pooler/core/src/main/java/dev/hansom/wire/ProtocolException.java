package dev.hansom.wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The peer broke the protocol, or asked for something that is not supported: carries what its ErrorResponse should say.
 * Has no stack trace, since a hostile client decides how often one is made.
 */
public final class ProtocolException extends Exception {

    private final String sqlState;
    private final @Nullable String hint;

    public ProtocolException(String sqlState, String message) {
        this(sqlState, message, null);
    }

    public ProtocolException(String sqlState, String message, @Nullable String hint) {
        super(message, null, false, false);
        this.sqlState = sqlState;
        this.hint = hint;
    }

    /** A {@code 08P01 protocol_violation}. */
    public static ProtocolException violation(String message) {
        return new ProtocolException(SqlState.PROTOCOL_VIOLATION, message);
    }

    /** Five characters, one of {@link SqlState}. */
    public String sqlState() {
        return sqlState;
    }

    /** The primary message, never empty. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** What to do about it, where there is something. */
    public @Nullable String hint() {
        return hint;
    }
}
