package dev.hansom.testkit;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server that somebody else runs, named by URL. */
record UrlBacking(String host, int port, String superuser, String password, String database) implements ClusterBacking {

    static UrlBacking parse(String url) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw malformed(url, e);
        }
        String user = uri.getRawUserInfo();
        if (!("postgresql".equals(uri.getScheme()) || "postgres".equals(uri.getScheme()))
                || uri.getHost() == null
                || user == null) {
            throw malformed(url, null);
        }
        int colon = user.indexOf(':');
        String name = decode(colon < 0 ? user : user.substring(0, colon));
        String path = uri.getPath();
        return new UrlBacking(
                uri.getHost(),
                uri.getPort() < 0 ? 5432 : uri.getPort(),
                name,
                colon < 0 ? "" : decode(user.substring(colon + 1)),
                path == null || path.length() < 2 ? name : path.substring(1));
    }

    private static IllegalArgumentException malformed(String url, @Nullable Throwable cause) {
        String shown = url.replaceFirst(":[^:/@]*@", ":...@");
        return new IllegalArgumentException(
                PostgresCluster.URL_PROPERTY + " must look like postgresql://user:password@host:port/db, not " + shown,
                cause);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String kind() {
        return "external";
    }

    @Override
    public Optional<Path> unixSocketDir() {
        return Optional.empty();
    }

    @Override
    public Optional<Path> logFile() {
        return Optional.empty();
    }

    @Override
    public boolean ownsConfiguration() {
        return false;
    }

    @Override
    public void close() {}
}
