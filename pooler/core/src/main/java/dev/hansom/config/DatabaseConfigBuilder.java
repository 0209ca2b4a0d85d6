package dev.hansom.config;

import dev.hansom.pool.PoolMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Collects a {@link DatabaseConfig}; see there for what each value means. Not thread-safe. */
public final class DatabaseConfigBuilder {

    private final String name;
    private List<String> hosts = List.of();
    private int port = 5432;
    private boolean balanced = true;
    private Optional<String> dbname = Optional.empty();
    private Optional<String> user = Optional.empty();
    private Optional<String> password = Optional.empty();
    private Optional<String> connectQuery = Optional.empty();
    private Optional<PoolMode> poolMode = Optional.empty();
    private OptionalInt poolSize = OptionalInt.empty();
    private OptionalInt minPoolSize = OptionalInt.empty();
    private OptionalInt reservePoolSize = OptionalInt.empty();
    private OptionalInt maxDbConnections = OptionalInt.empty();
    private OptionalInt maxDbClientConnections = OptionalInt.empty();
    private Optional<Duration> serverLifetime = Optional.empty();

    DatabaseConfigBuilder(String name) {
        this.name = name;
    }

    public DatabaseConfigBuilder hosts(List<String> value) {
        this.hosts = value;
        return this;
    }

    public DatabaseConfigBuilder port(int value) {
        this.port = value;
        return this;
    }

    public DatabaseConfigBuilder balanced(boolean value) {
        this.balanced = value;
        return this;
    }

    public DatabaseConfigBuilder dbname(Optional<String> value) {
        this.dbname = value;
        return this;
    }

    public DatabaseConfigBuilder user(Optional<String> value) {
        this.user = value;
        return this;
    }

    public DatabaseConfigBuilder password(Optional<String> value) {
        this.password = value;
        return this;
    }

    public DatabaseConfigBuilder connectQuery(Optional<String> value) {
        this.connectQuery = value;
        return this;
    }

    public DatabaseConfigBuilder poolMode(Optional<PoolMode> value) {
        this.poolMode = value;
        return this;
    }

    public DatabaseConfigBuilder poolSize(OptionalInt value) {
        this.poolSize = value;
        return this;
    }

    public DatabaseConfigBuilder minPoolSize(OptionalInt value) {
        this.minPoolSize = value;
        return this;
    }

    public DatabaseConfigBuilder reservePoolSize(OptionalInt value) {
        this.reservePoolSize = value;
        return this;
    }

    public DatabaseConfigBuilder maxDbConnections(OptionalInt value) {
        this.maxDbConnections = value;
        return this;
    }

    public DatabaseConfigBuilder maxDbClientConnections(OptionalInt value) {
        this.maxDbClientConnections = value;
        return this;
    }

    public DatabaseConfigBuilder serverLifetime(Optional<Duration> value) {
        this.serverLifetime = value;
        return this;
    }

    /**
     * The entry collected so far.
     *
     * @throws IllegalArgumentException where there is no host or the port is out of range
     */
    public DatabaseConfig build() {
        return new DatabaseConfig(
                name,
                hosts,
                port,
                balanced,
                dbname,
                user,
                password,
                connectQuery,
                poolMode,
                poolSize,
                minPoolSize,
                reservePoolSize,
                maxDbConnections,
                maxDbClientConnections,
                serverLifetime);
    }
}
