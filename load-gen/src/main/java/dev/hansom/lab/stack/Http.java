package dev.hansom.lab.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Small requests to the stack's processes: readiness, settings, counters. Never part of the load. */
final class Http {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    /** True where the answer has status 200. */
    boolean answers(URI uri) {
        try {
            return send(HttpRequest.newBuilder(uri).GET()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The body of the answer.
     *
     * @throws StackException where there is none, or its status is not 200
     */
    String get(URI uri) {
        return body(uri, HttpRequest.newBuilder(uri).GET());
    }

    /** Sends a plain text; throws as {@link #get}. */
    void put(URI uri, String text) {
        body(
                uri,
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "text/plain")
                        .PUT(HttpRequest.BodyPublishers.ofString(text)));
    }

    private String body(URI uri, HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = send(request);
            if (answer.statusCode() != 200) {
                throw new StackException(uri + " answers " + answer.statusCode() + ": " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new StackException(uri + " does not answer: " + e, e);
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return client.send(request.timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
