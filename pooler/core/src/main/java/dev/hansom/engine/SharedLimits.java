package dev.hansom.engine;

import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.pool.Quota;
import dev.hansom.session.PoolName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The limits of server connections that hold over several pools or loops. Any thread. */
final class SharedLimits {

    private final PoolerConfig config;
    private final Map<PoolName, Quota> ofPool = new ConcurrentHashMap<>();
    private final Map<String, Quota> ofDatabase = new ConcurrentHashMap<>();
    private final Map<String, Quota> ofUser = new ConcurrentHashMap<>();

    SharedLimits(PoolerConfig config) {
        this.config = config;
    }

    /** What a pool of this name shares with others; a limit that is not set, or within one loop, is none. */
    List<Quota> quotas(DatabaseConfig entry, PoolName name, String serverUser) {
        List<Quota> quotas = new ArrayList<>();
        if (config.eventLoops() > 1) {
            int size = entry.poolSize().orElse(config.defaultPoolSize());
            int reserve = entry.reservePoolSize().orElse(config.reservePoolSize());
            quotas.add(ofPool.computeIfAbsent(name, key -> new Quota(size, reserve)));
        }
        int database = entry.maxDbConnections().orElse(config.maxDbConnections());
        if (database > 0) {
            quotas.add(ofDatabase.computeIfAbsent(name.database(), key -> new Quota(database)));
        }
        if (config.maxUserConnections() > 0) {
            quotas.add(ofUser.computeIfAbsent(serverUser, key -> new Quota(config.maxUserConnections())));
        }
        return quotas;
    }
}
