package dev.hansom.lab.stack;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * A server, a database and who logs in.
 *
 * @param host name or address
 * @param port TCP port
 * @param database its name
 * @param user who logs in
 * @param password empty where none is needed
 */
record PostgresUrl(String host, int port, String database, String user, String password) {

    private static final int DEFAULT_PORT = 5432;

    /**
     * Reads {@code postgresql://user:password@host:port/database}; {@code postgres://} and {@code jdbc:postgresql://} are
     * understood too.
     *
     * @throws IllegalArgumentException where something is missing; the message says what
     */
    static PostgresUrl parse(String text) {
        String form = "postgresql://user:password@host:port/database";
        URI uri;
        try {
            uri = new URI(text.startsWith("jdbc:") ? text.substring("jdbc:".length()) : text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the PostgreSQL URL must look like " + form + ": " + e.getReason(), e);
        }
        if (!"postgresql".equals(uri.getScheme()) && !"postgres".equals(uri.getScheme())) {
            throw new IllegalArgumentException("the PostgreSQL URL must look like " + form);
        }
        if (uri.getHost() == null || uri.getRawUserInfo() == null || uri.getPath() == null) {
            throw new IllegalArgumentException("the PostgreSQL URL lacks a host, a user or a database: " + form);
        }
        String database = uri.getPath().replaceFirst("^/", "");
        if (database.isEmpty()) {
            throw new IllegalArgumentException("the PostgreSQL URL lacks a database: " + form);
        }
        String[] login = uri.getRawUserInfo().split(":", 2);
        return new PostgresUrl(
                uri.getHost(),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                database,
                decode(login[0]),
                login.length == 2 ? decode(login[1]) : "");
    }

    String jdbc() {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    private static String decode(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
