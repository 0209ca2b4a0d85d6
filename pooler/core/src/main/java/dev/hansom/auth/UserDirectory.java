package dev.hansom.auth;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Secrets by user name, and the SCRAM verifiers made of them so far; the former never change. Safe to share between
 * threads.
 */
public final class UserDirectory {

    private final Map<String, String> secrets;
    private final ScramVerifiers verifiers = new ScramVerifiers();

    private UserDirectory(Map<String, String> secrets) {
        this.secrets = Map.copyOf(secrets);
    }

    /** A directory without users. */
    public static UserDirectory empty() {
        return new UserDirectory(Map.of());
    }

    /**
     * A directory of these users.
     *
     * @param secrets user name to plain password, {@code md5...} or {@code SCRAM-SHA-256$...} secret
     */
    public static UserDirectory of(Map<String, String> secrets) {
        return new UserDirectory(secrets);
    }

    /**
     * Reads PgBouncer's {@code auth_file}: a line for each user with name and secret in double quotes ({@code ""} for a
     * quote), lines that begin with {@code ;} are comments, the last of two lines for one user counts. UTF-8.
     *
     * @throws UncheckedIOException where the file cannot be read
     * @throws IllegalArgumentException for a line that is none of this; names file and line, shows no secret
     */
    public static UserDirectory read(Path userlist) {
        return new UserDirectory(Userlist.read(userlist));
    }

    /** The secret as it was given, or empty for an unknown user. */
    public Optional<String> secret(String user) {
        return Optional.ofNullable(secrets.get(user));
    }

    ScramVerifiers verifiers() {
        return verifiers;
    }

    /** How many users there are; never who, and never a secret. */
    @Override
    public String toString() {
        return secrets.size() + " users";
    }
}
