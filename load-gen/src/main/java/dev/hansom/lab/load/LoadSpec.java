package dev.hansom.lab.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An open-loop load: request i is due at {@code start + ceil(i * 1e9 / rate)} nanoseconds whatever the answers do.
 *
 * @param requests drawn in turn by weight, at least one; all go to one host and port
 * @param rate requests a second; taken to a thousandth
 * @param duration the measured window
 * @param settle the same load before the window, not measured; zero for none
 * @param connections keep-alive connections to the target, pipelining off
 * @param requestTimeout a request older than this, counted from when it was due, counts as an error
 */
public record LoadSpec(
        List<Request> requests,
        double rate,
        Duration duration,
        Duration settle,
        int connections,
        Duration requestTimeout) {

    private static final long LATE_NANOS = 1_000_000;

    /** @throws IllegalArgumentException where a figure makes no sense; the message says which and why */
    public LoadSpec {
        requests = List.copyOf(requests);
        check(!requests.isEmpty(), "a load needs at least one request");
        check(
                rate >= 0.001 && rate <= 1_000_000,
                "the rate must be between 0.001 and 1000000 requests a second, not " + rate);
        check(duration.compareTo(Duration.ZERO) > 0, "the duration must be longer than zero");
        check(duration.compareTo(Duration.ofDays(1)) <= 0, "the duration must be a day at most");
        check(!settle.isNegative(), "the settle time must not be negative");
        check(settle.compareTo(Duration.ofDays(1)) <= 0, "the settle time must be a day at most");
        check(
                connections >= 1 && connections <= 60_000,
                "the number of connections must be between 1 and 60000, not " + connections);
        check(requestTimeout.toMillis() >= 1, "the request timeout must be a millisecond at least");
        check(requestTimeout.compareTo(Duration.ofHours(1)) <= 0, "the request timeout must be an hour at most");
    }

    /**
     * A request that leaves later than this after it was due is counted as late: half the time between two requests, and a
     * millisecond at least.
     */
    public Duration lateAfter() {
        return Duration.ofNanos(Math.max(LATE_NANOS, Math.round(1e9 / rate / 2)));
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * One kind of request.
     *
     * @param method GET, POST, PUT, PATCH or DELETE
     * @param uri absolute; {@code {a..b}} in it is replaced by a number drawn from a to b, by a seeded generator
     * @param body the JSON to send, empty for none; the same replacement holds
     * @param weight its share, at least 1
     * @param headers sent with each request, beside Host, Content-Type and Content-Length
     */
    public record Request(String method, String uri, String body, int weight, Map<String, String> headers) {

        public Request {
            headers = Map.copyOf(headers);
        }

        /** A request with no headers of its own. */
        public Request(String method, String uri, String body, int weight) {
            this(method, uri, body, weight, Map.of());
        }
    }
}
