package dev.hansom.session;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** How many clients a database and a user have, and how many they may have. Loop-confined. */
final class ClientCounts {

    private final ToIntFunction<String> maxOfDatabase;
    private final int maxOfUser;
    private final Map<String, Integer> ofDatabase = new HashMap<>();
    private final Map<String, Integer> ofUser = new HashMap<>();

    /** Counts without clients; 0 is no limit. */
    ClientCounts(ToIntFunction<String> maxOfDatabase, int maxOfUser) {
        this.maxOfDatabase = maxOfDatabase;
        this.maxOfUser = maxOfUser;
    }

    /** Counts one more client, or says which setting is in the way. */
    @Nullable String add(String database, String user) {
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
    void remove(String database, String user) {
        ofDatabase.computeIfPresent(database, (name, count) -> count == 1 ? null : count - 1);
        ofUser.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
    }
}
