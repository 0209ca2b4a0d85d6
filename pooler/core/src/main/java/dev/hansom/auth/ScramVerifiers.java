package dev.hansom.auth;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import dev.hansom.auth.Secret.Scram;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * SCRAM verifiers for plain passwords, made once and kept, since PBKDF2 takes milliseconds and logins run on event loops;
 * and made-up ones for users that do not exist. Safe to share between threads.
 */
final class ScramVerifiers {

    /** PostgreSQL's and PgBouncer's default of {@code scram_iterations}. */
    static final int ITERATIONS = 4096;

    private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;
    private static final int SALT_BYTES = 16;
    private static final int DEFAULT_CAPACITY = 4096;

    private final int capacity;
    private final SecureRandom random = new SecureRandom();
    private final byte[] mockKey = new byte[32];
    private final Map<Key, Scram> cache = new LinkedHashMap<>(16, 0.75f, true);

    ScramVerifiers() {
        this(DEFAULT_CAPACITY);
    }

    /** @param capacity verifiers kept; beyond it the one not used for longest goes */
    ScramVerifiers(int capacity) {
        this.capacity = capacity;
        random.nextBytes(mockKey);
    }

    /** The verifier for a plain password, with a salt of its own. */
    Scram of(String user, String password) {
        Key key = new Key(user, password);
        synchronized (cache) {
            Scram known = cache.get(key);
            if (known != null) {
                return known;
            }
        }
        // Made outside the lock: another loop that logs in the same user meanwhile makes its own, and either will do.
        Scram made = derive(password);
        synchronized (cache) {
            cache.put(key, made);
            if (cache.size() > capacity) {
                cache.remove(cache.keySet().iterator().next());
            }
        }
        return made;
    }

    /**
     * A verifier that no password fits, always the same for a user, so that asking twice does not tell that the user does
     * not exist (PostgreSQL's mock_scram_secret in src/backend/libpq/auth-scram.c).
     */
    Scram mock(String user) {
        byte[] name = user.getBytes(StandardCharsets.UTF_8);
        byte[] digest = ScramFunctions.hmac(MECHANISM, mockKey, name);
        byte[] salt = Arrays.copyOf(digest, SALT_BYTES);
        return new Scram(
                ITERATIONS,
                salt,
                ScramFunctions.hmac(MECHANISM, digest, name),
                ScramFunctions.hmac(MECHANISM, digest, salt));
    }

    int size() {
        synchronized (cache) {
            return cache.size();
        }
    }

    private Scram derive(String password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return derive(password, salt, ITERATIONS);
    }

    /** What RFC 5802 section 3 stores for a password, which is prepared as PostgreSQL prepares it. */
    static Scram derive(String password, byte[] salt, int iterations) {
        byte[] salted = ScramFunctions.saltedPassword(
                MECHANISM, StringPreparation.POSTGRESQL_PREPARATION, password.toCharArray(), salt, iterations);
        byte[] clientKey = ScramFunctions.clientKey(MECHANISM, salted);
        return new Scram(
                iterations,
                salt,
                ScramFunctions.storedKey(MECHANISM, clientKey),
                ScramFunctions.serverKey(MECHANISM, salted));
    }

    private record Key(String user, String password) {

        @Override
        public String toString() {
            return user;
        }
    }
}
