package dev.hansom.lab.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One kind of request, rendered up to its numbers (RFC 9112 section 3). Immutable. */
final class RequestBytes {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final byte[] END = "\r\n\r\n".getBytes(US_ASCII);

    private final Template head;
    private final Template body;
    private final boolean hasBody;

    private RequestBytes(Template head, Template body, boolean hasBody) {
        this.head = head;
        this.body = body;
        this.hasBody = hasBody;
    }

    /**
     * @param seed differs between the kinds of one load, so that they draw different numbers
     * @throws IllegalArgumentException with one sentence that says what is wrong with the request
     */
    static RequestBytes of(LoadSpec.Request request, int seed) {
        if (!METHODS.contains(request.method())) {
            throw new IllegalArgumentException(
                    "the method must be GET, POST, PUT, PATCH or DELETE, not " + request.method());
        }
        Target.Split url = Target.split(request.uri());
        boolean hasBody = !request.body().isEmpty() || !Set.of("GET", "DELETE").contains(request.method());
        StringBuilder head = new StringBuilder(request.method() + " " + url.path() + " HTTP/1.1\r\nHost: "
                + url.target().authority());
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Accept", "application/json");
        if (hasBody) {
            headers.put("Content-Type", "application/json");
        }
        headers.putAll(request.headers());
        headers.forEach((name, value) -> head.append(header(name, value)));
        if (hasBody) {
            head.append("\r\nContent-Length: ");
        }
        return new RequestBytes(
                Template.of(head.toString(), 2L * seed + 1), Template.of(request.body(), 2L * seed + 2), hasBody);
    }

    private static String header(String name, String value) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+") || !value.matches("[\\t -~]*")) {
            throw new IllegalArgumentException("not a header: " + name + ": " + value);
        }
        if (Set.of("host", "content-length", "transfer-encoding", "connection")
                .contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("the header " + name + " is set by the load itself");
        }
        return "\r\n" + name + ": " + value;
    }

    /** Appends request {@code index}. */
    void write(long index, ByteBuf out) {
        head.write(index, out);
        if (hasBody) {
            Template.writeNumber(body.length(index), out);
            out.writeBytes(END);
            body.write(index, out);
        } else {
            out.writeBytes(END);
        }
    }
}
