package dev.hansom.session;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cancel keys that clients were given. Loop-confined. */
final class CancelRegistry {

    private final SecureRandom random = new SecureRandom();
    private final Map<CancelKey, ClientSession> sessions = new HashMap<>();

    /**
     * A key that nobody has, for a session about to begin.
     *
     * @param length of the secret in bytes
     */
    CancelKey newKey(int length) {
        byte[] secret = new byte[length];
        random.nextBytes(secret);
        CancelKey key = new CancelKey(random.nextInt() & Integer.MAX_VALUE, ByteBuffer.wrap(secret));
        return sessions.containsKey(key) ? newKey(length) : key;
    }

    void add(CancelKey key, ClientSession session) {
        sessions.put(key, session);
    }

    void remove(CancelKey key) {
        sessions.remove(key);
    }

    /** The session a request means, or null: then nothing happens, as with PostgreSQL. */
    @Nullable ClientSession find(int pid, byte[] secret) {
        return sessions.get(new CancelKey(pid, ByteBuffer.wrap(secret)));
    }

    /**
     * What BackendKeyData carries.
     *
     * @param secret never read nor changed, so that it equals what has the same bytes
     */
    record CancelKey(int pid, ByteBuffer secret) {

        /** Never the secret. */
        @Override
        public String toString() {
            return "CancelKey[pid=" + pid + "]";
        }
    }
}
