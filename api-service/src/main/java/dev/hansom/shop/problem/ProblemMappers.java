package dev.hansom.shop.problem;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.hansom.shop.db.DatabaseUnreachableException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Locale;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns whatever a request fails with into a problem document. Runs on the request's event loop; keeps no state. */
@Singleton
public final class ProblemMappers {

    private static final Logger LOG = Logger.getLogger(ProblemMappers.class);
    private static final String RETRY_SECONDS = "1";

    private final ObjectMapper json;
    private final UnreachableLog unreachable;

    ProblemMappers(ObjectMapper json, UnreachableLog unreachable) {
        this.json = json;
        this.unreachable = unreachable;
    }

    @ServerExceptionMapper
    public Response problem(ProblemException e, UriInfo uri) {
        return answer(e.status().getStatusCode(), e.detail(), uri).build();
    }

    @ServerExceptionMapper
    public Response unreachable(DatabaseUnreachableException e, UriInfo uri) {
        unreachable.failed(e);
        return answer(503, "the database cannot be reached at the moment; try again", uri)
                .header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS)
                .build();
    }

    @ServerExceptionMapper
    public Response mismatch(MismatchedInputException e, UriInfo uri) {
        return answer(400, JsonReason.of(e), uri).build();
    }

    /** What JAX-RS refuses by itself: unknown paths, methods and media types, and JSON that does not parse. */
    @ServerExceptionMapper
    public Response refused(WebApplicationException e, UriInfo uri) {
        Response refusal = e.getResponse();
        String detail = e.getCause() instanceof JacksonException malformed
                ? JsonReason.of(malformed)
                : reason(refusal.getStatus(), uri);
        return answer(refusal.getStatus(), detail, uri).build();
    }

    @ServerExceptionMapper
    public Response unexpected(Exception e, UriInfo uri) {
        LOG.errorf(e, "%s failed", uri.getPath());
        return answer(500, "this request failed for a reason of ours; the log of the service has it", uri)
                .build();
    }

    private Response.ResponseBuilder answer(int status, String detail, UriInfo uri) {
        return Problem.of(status, detail, uri.getPath()).toResponse(json);
    }

    private static String reason(int status, UriInfo uri) {
        return switch (status) {
            case 404 -> "there is nothing at " + uri.getPath();
            case 405 -> "this path does not take that method";
            case 406 -> "this path answers in application/json only: accept that";
            case 415 -> "this path takes bodies of application/json only: set Content-Type to that";
            default ->
                Response.Status.fromStatusCode(status) == null
                        ? "the request was refused"
                        : Response.Status.fromStatusCode(status)
                                .getReasonPhrase()
                                .toLowerCase(Locale.ROOT);
        };
    }
}
