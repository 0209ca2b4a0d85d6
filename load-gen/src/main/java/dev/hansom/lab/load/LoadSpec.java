package dev.hansom.lab.load;

import java.time.Duration;
import java.util.List;

/**
 * An open-loop load: request i is due at {@code start + ceil(i * 1e9 / rate)} nanoseconds whatever the answers do.
 *
 * @param requests drawn in turn by weight, at least one
 * @param rate requests a second
 * @param duration the measured window
 * @param settle the same load before the window, not measured; zero for none
 * @param connections keep-alive connections to the target, pipelining off
 * @param requestTimeout a request older than this counts as an error
 */
public record LoadSpec(
        List<Request> requests,
        double rate,
        Duration duration,
        Duration settle,
        int connections,
        Duration requestTimeout) {

    public LoadSpec {
        requests = List.copyOf(requests);
    }

    /**
     * One kind of request.
     *
     * @param method GET or POST
     * @param uri absolute; {@code {a..b}} in it is replaced by a number drawn from a to b, by a seeded generator
     * @param body the JSON to send, empty for none; the same replacement holds
     * @param weight its share, at least 1
     */
    public record Request(String method, String uri, String body, int weight) {}
}
