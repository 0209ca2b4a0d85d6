package dev.hansom.session;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** How many clients there are on all loops, of each database and each user, and how many there may be. Any thread. */
final class ClientCounts {

    private final int most;
    private final ToIntFunction<String> maxOfDatabase;
    private final int maxOfUser;
    private final Map<String, Integer> ofDatabase = new HashMap<>();
    private final Map<String, Integer> ofUser = new HashMap<>();
    private int all;

    /**
     * Counts without clients.
     *
     * @param most in all
     * @param maxOfDatabase by its name; 0: no limit
     * @param maxOfUser 0: no limit
     */
    ClientCounts(int most, ToIntFunction<String> maxOfDatabase, int maxOfUser) {
        this.most = most;
        this.maxOfDatabase = maxOfDatabase;
        this.maxOfUser = maxOfUser;
    }

    /** A client has connected, or is gone for good. */
    synchronized void connected(int difference) {
        all += difference;
    }

    /** True where there are more than there may be. */
    synchronized boolean areTooMany() {
        return all > most;
    }

    /** Counts one more client, or says which setting is in the way. */
    synchronized @Nullable String add(String database, String user) {
        int most = maxOfDatabase.applyAsInt(database);
        if (most > 0 && ofDatabase.getOrDefault(database, 0) >= most) {
            return "max_db_client_connections";
        }
        if (maxOfUser > 0 && ofUser.getOrDefault(user, 0) >= maxOfUser) {
            return "max_user_client_connections";
        }
        ofDatabase.merge(database, 1, Integer::sum);
        ofUser.merge(user, 1, Integer::sum);
        return null;
    }

    /** A client that was counted is gone. */
    synchronized void remove(String database, String user) {
        ofDatabase.computeIfPresent(database, (name, count) -> count == 1 ? null : count - 1);
        ofUser.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
    }
}
