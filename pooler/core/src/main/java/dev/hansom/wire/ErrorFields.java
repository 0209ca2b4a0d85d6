package dev.hansom.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What Hansom reads of an ErrorResponse or NoticeResponse (PostgreSQL documentation, "Error and Notice Message Fields").
 *
 * @param severity not localised where the server says it so (field V, since 9.6), else as in field S
 * @param sqlState five characters
 * @param message the primary message
 * @param detail the secondary message
 * @param hint what to do about it
 */
public record ErrorFields(
        String severity,
        String sqlState,
        String message,
        @Nullable String detail,
        @Nullable String hint) {

    /**
     * Reads the fields, skipping those it does not know; what is missing or cut off gets a default (ERROR, XX000, an
     * empty message), so that an error from a server can always be shown.
     *
     * @param offset absolute index of the first field, which is after the length
     * @param length bytes of the body
     */
    public static ErrorFields parse(ByteBuf body, int offset, int length) {
        String severity = null;
        String localSeverity = "ERROR";
        String sqlState = SqlState.INTERNAL_ERROR;
        String message = "";
        String detail = null;
        String hint = null;
        int end = offset + length;
        int at = offset;
        while (at < end && body.getByte(at) != 0) {
            byte code = body.getByte(at);
            int from = at + 1;
            int nul = FrameScanner.cstringEnd(body, from, end);
            int to = nul < 0 ? end : nul;
            String value = body.toString(from, to - from, StandardCharsets.UTF_8);
            switch (code) {
                case 'V' -> severity = value;
                case 'S' -> localSeverity = value;
                case 'C' -> sqlState = value;
                case 'M' -> message = value;
                case 'D' -> detail = value;
                case 'H' -> hint = value;
                default -> {}
            }
            at = to + 1;
        }
        return new ErrorFields(severity == null ? localSeverity : severity, sqlState, message, detail, hint);
    }
}
