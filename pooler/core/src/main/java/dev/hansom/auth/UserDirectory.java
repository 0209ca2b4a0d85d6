package dev.hansom.auth;

import java.util.Map;
import java.util.Optional;

/** Secrets by user name; immutable, safe to share between threads. */
public final class UserDirectory {

    private static final UserDirectory EMPTY = new UserDirectory(Map.of());

    private final Map<String, String> secrets;

    private UserDirectory(Map<String, String> secrets) {
        this.secrets = Map.copyOf(secrets);
    }

    /** A directory without users. */
    public static UserDirectory empty() {
        return EMPTY;
    }

    /**
     * A directory of these users.
     *
     * @param secrets user name to plain password, {@code md5...} or {@code SCRAM-SHA-256$...} secret
     */
    public static UserDirectory of(Map<String, String> secrets) {
        return new UserDirectory(secrets);
    }

    /** The secret as it was given, or empty for an unknown user. */
    public Optional<String> secret(String user) {
        return Optional.ofNullable(secrets.get(user));
    }

    /** How many users there are; never who, and never a secret. */
    @Override
    public String toString() {
        return secrets.size() + " users";
    }
}
