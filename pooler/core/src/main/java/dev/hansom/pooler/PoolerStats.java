package dev.hansom.pooler;

import dev.hansom.stats.PoolSnapshot;
import java.util.List;

/**
 * A pooler at one moment.
 *
 * @param clients client connections, those still logging in among them
 * @param pools one entry a (database, user)
 */
public record PoolerStats(int clients, List<PoolSnapshot> pools) {

    public PoolerStats {
        pools = List.copyOf(pools);
    }
}
