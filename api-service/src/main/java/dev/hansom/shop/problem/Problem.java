package dev.hansom.shop.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An error as RFC 9457 writes it. Its type is always {@code about:blank}, so the title is the status' own phrase and the
 * detail says what happened.
 */
@Schema(description = "An error, RFC 9457. The detail says what is wrong and, where that helps, what would be right.")
public record Problem(
        @Schema(examples = "about:blank") String type,
        @Schema(examples = "Bad Request") String title,
        @Schema(examples = "400") int status,

        @Schema(examples = "the order id must be a whole number from 1, not \"x\"")
        String detail,

        @Schema(description = "The path of the request", examples = "/orders/x")
        String instance) {

    /** The media type of RFC 9457, section 3. */
    public static final String MEDIA_TYPE = "application/problem+json";

    static Problem of(int status, String detail, String instance) {
        Status known = Status.fromStatusCode(status);
        return new Problem("about:blank", known == null ? "Error" : known.getReasonPhrase(), status, detail, instance);
    }

    /** As text, so that it answers requests for any media type. */
    Response.ResponseBuilder toResponse(ObjectMapper json) {
        try {
            return Response.status(status).type(MEDIA_TYPE).entity(json.writeValueAsString(this));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
