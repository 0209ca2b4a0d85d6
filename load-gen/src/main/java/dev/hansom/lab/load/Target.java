package dev.hansom.lab.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where requests go. */
record Target(String host, int port) {

    private static final Pattern URL = Pattern.compile("http://(\\[[0-9a-fA-F:.]+]|[^/?#:\\s@]+)(?::(\\d{1,5}))?(.*)");

    /** A URL in its two parts. */
    record Split(Target target, String path) {}

    /**
     * Takes an absolute URL apart.
     *
     * @throws IllegalArgumentException with one sentence that says what is wrong with it
     */
    static Split split(String url) {
        if (url.startsWith("https://")) {
            throw new IllegalArgumentException("not a URL that can be loaded: " + url + " (only plain http is)");
        }
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a URL: " + url + " (give one like http://127.0.0.1:8080/orders/1)");
        }
        int port = matcher.group(2) == null ? 80 : Integer.parseInt(matcher.group(2));
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a port: " + port + " in " + url);
        }
        String path = matcher.group(3);
        if (path.isEmpty() || path.startsWith("?")) {
            path = "/" + path;
        }
        if (!path.startsWith("/") || !path.chars().allMatch(c -> c > ' ' && c < 127 && c != '#')) {
            throw new IllegalArgumentException(
                    "not a URL: " + url + " (write spaces, # and letters outside ASCII as %XX)");
        }
        return new Split(new Target(matcher.group(1), port), path);
    }

    /** The value of a Host header. */
    String authority() {
        return port == 80 ? host : host + ":" + port;
    }

    /** The host as the resolver takes it. */
    String bareHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
