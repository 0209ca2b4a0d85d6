package dev.hansom.session;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The cancel keys that clients were given, on all loops. Any thread. */
final class CancelRegistry {

    private final SecureRandom random = new SecureRandom();
    private final Map<CancelKey, Place> sessions = new ConcurrentHashMap<>();

    /** Where a session lives. */
    private record Place(ClientSession session, Executor loop) {}

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

    void add(CancelKey key, ClientSession session, Executor loop) {
        sessions.put(key, new Place(session, loop));
    }

    void remove(CancelKey key) {
        sessions.remove(key);
    }

    /**
     * Cancels what the session runs that a request means; where there is none, nothing happens, as with PostgreSQL.
     *
     * @param loop of the request
     * @param delivered told on that loop when the server has acted, or there is nothing to act on
     */
    void cancel(int pid, byte[] secret, Executor loop, Runnable delivered) {
        Place place = sessions.get(new CancelKey(pid, ByteBuffer.wrap(secret)));
        if (place == null) {
            delivered.run();
        } else if (place.loop() == loop) {
            place.session().cancelQuery(delivered);
        } else {
            place.loop().execute(() -> place.session().cancelQuery(() -> loop.execute(delivered)));
        }
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
