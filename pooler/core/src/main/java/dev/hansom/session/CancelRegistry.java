package dev.hansom.session;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cancel keys that clients were given. Loop-confined. */
final class CancelRegistry {

    private final SecureRandom random = new SecureRandom();
    private final Map<CancelKey, ClientSession> sessions = new HashMap<>();

    /** A key that nobody has, for a session about to begin. */
    CancelKey newKey() {
        CancelKey key = new CancelKey(random.nextInt() & Integer.MAX_VALUE, random.nextInt());
        return sessions.containsKey(key) ? newKey() : key;
    }

    void add(CancelKey key, ClientSession session) {
        sessions.put(key, session);
    }

    void remove(CancelKey key) {
        sessions.remove(key);
    }

    /** The session a request means, or null: then nothing happens, as with PostgreSQL. */
    @Nullable ClientSession find(int pid, byte[] secret) {
        if (secret.length != 4) {
            return null;
        }
        int number = 0;
        for (byte part : secret) {
            number = (number << 8) | (part & 0xff);
        }
        return sessions.get(new CancelKey(pid, number));
    }

    /** What BackendKeyData carries in protocol 3.0. */
    record CancelKey(int pid, int secret) {

        byte[] secretBytes() {
            return new byte[] {(byte) (secret >>> 24), (byte) (secret >>> 16), (byte) (secret >>> 8), (byte) secret};
        }
    }
}
