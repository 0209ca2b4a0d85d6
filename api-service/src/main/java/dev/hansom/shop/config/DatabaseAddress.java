package dev.hansom.shop.config;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.pgclient.PgConnectOptions;

/** Where this process finds its database, without the user and the password. */
public record DatabaseAddress(String host, int port, String database) {

    private static final String KEY = "quarkus.datasource.reactive.url";
    private static final String EXAMPLE = "vertx-reactive:postgresql://127.0.0.1:5432/shop";

    /**
     * Reads the address out of Quarkus' setting.
     *
     * @throws ConfigurationException where it is no PostgreSQL address; the message does not repeat the value, which may
     *     hold a password
     */
    static DatabaseAddress ofUrl(String url) {
        if (url.isBlank()) {
            throw new ConfigurationException(KEY + " is empty: set it, for instance to " + EXAMPLE);
        }
        try {
            PgConnectOptions options = PgConnectOptions.fromUri(
                    url.startsWith("vertx-reactive:") ? url.substring("vertx-reactive:".length()) : url);
            return new DatabaseAddress(options.getHost(), options.getPort(), options.getDatabase());
        } catch (RuntimeException e) {
            throw new ConfigurationException(KEY + " is not a PostgreSQL address such as " + EXAMPLE);
        }
    }

    @Override
    public String toString() {
        return host.startsWith("/") ? host + "/.s.PGSQL." + port + "/" + database : host + ":" + port + "/" + database;
    }
}
