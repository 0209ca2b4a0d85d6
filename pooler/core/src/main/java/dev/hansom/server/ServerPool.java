package dev.hansom.server;

import dev.hansom.clock.Ticker;
import dev.hansom.pool.Pool;
import dev.hansom.pool.PoolLimits;
import dev.hansom.pool.Quota;
import dev.hansom.pool.Refusal;
import dev.hansom.prepared.StatementCatalog;
import dev.hansom.state.ParameterSet;
import dev.hansom.stats.Counters;
import dev.hansom.stats.PoolSnapshot;
import dev.hansom.wire.Outboxes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Everything the connections of one (database, user) have in common: the pool, the statement catalog, the counters, and
 * what servers of this kind report at login. Loop-confined.
 */
public final class ServerPool {

    private static final Logger LOG = Logger.getLogger(ServerPool.class);

    private final String database;
    private final String user;
    private final ServerTargets targets;
    private final Pool<ServerLink> servers;
    private final StatementCatalog catalog = new StatementCatalog();
    private final Counters counters = new Counters();
    private final ServerSettings settings;
    private final boolean forcedUser;
    private final Set<ServerLogin> logins = new HashSet<>();
    private final Dialer dialer;
    private final Ticker ticker;
    private final Outboxes outboxes;
    private final Map<Map<String, String>, ParameterSet> canonical = new LinkedHashMap<>();
    private final Set<ServerLink> links = new HashSet<>();
    private Map<String, String> reported = Map.of();
    private int clients;

    /**
     * A pool without connections: the first is opened when somebody waits for one.
     *
     * @param forcedUser true where servers are logged in to as another than the clients
     * @param quotas what the pool shares with others
     */
    public ServerPool(
            String database,
            String user,
            ServerTargets targets,
            boolean forcedUser,
            PoolLimits limits,
            List<Quota> quotas,
            ServerSettings settings,
            Dialer dialer,
            Executor loop,
            Ticker ticker,
            Outboxes outboxes) {
        this.database = database;
        this.user = user;
        this.targets = targets;
        this.forcedUser = forcedUser;
        this.settings = settings;
        this.dialer = dialer;
        this.ticker = ticker;
        this.outboxes = outboxes;
        this.servers =
                new Pool<>(limits, quotas, loop, ticker, counters, parameters -> ServerLogin.open(this, parameters));
    }

    /** The name clients use for the database. */
    public String database() {
        return database;
    }

    /** The user clients log in as. */
    public String user() {
        return user;
    }

    /** Who gets which connection. */
    public Pool<ServerLink> servers() {
        return servers;
    }

    /** The statements that clients of this pool have named. */
    public StatementCatalog catalog() {
        return catalog;
    }

    /** What this pool counts. */
    public Counters counters() {
        return counters;
    }

    /** The loop's outboxes. */
    public Outboxes outboxes() {
        return outboxes;
    }

    /** The limit of each server connection; 0: names pass through untouched. */
    public int maxPreparedStatements() {
        return settings.maxPreparedStatements();
    }

    /** Every parameter a server of this pool reported when it was logged in to last; empty before the first login. */
    public Map<String, String> reported() {
        return reported;
    }

    /**
     * What a server reports once these parameters of a start-up packet are set, or null where no server has been asked.
     * The answer for a start-up packet of none is what {@link #reported()} says.
     */
    public @Nullable ParameterSet canonical(Map<String, String> requested) {
        return canonical.get(requested);
    }

    /** Remembers what a server reported for these parameters. */
    public void canonical(Map<String, String> requested, ParameterSet answer) {
        if (canonical.size() >= 1000) {
            canonical.remove(canonical.keySet().iterator().next());
        }
        canonical.put(Map.copyOf(requested), answer);
    }

    /** Keeps the time limits; call it a few times a second. */
    public void tick() {
        long now = ticker.nanos();
        for (ServerLogin login : Set.copyOf(logins)) {
            login.checkTimeout(now, settings.loginTimeout());
        }
        for (ServerLink link : Set.copyOf(links)) {
            link.checkTimes(now);
        }
        servers.tick(forcedUser || clients > 0);
    }

    /** A client has logged in (+1) or left (-1). */
    public void countClient(int difference) {
        clients += difference;
    }

    /** Closes every connection, busy ones too, and refuses whoever waits. */
    public void close(Refusal refusal) {
        servers.close(refusal);
        Set.copyOf(logins).forEach(login -> login.giveUp(refusal));
        for (ServerLink link : Set.copyOf(links)) {
            link.retire(refusal.message());
        }
    }

    /** The pool at this moment; call it on the loop. */
    public PoolSnapshot snapshot() {
        return new PoolSnapshot(
                database,
                user,
                clients - servers.waiting(),
                servers.waiting(),
                servers.active(),
                servers.idle(),
                servers.opening(),
                catalog.size(),
                counters.snapshot());
    }

    ServerTargets targets() {
        return targets;
    }

    ServerSettings settings() {
        return settings;
    }

    Dialer dialer() {
        return dialer;
    }

    Ticker ticker() {
        return ticker;
    }

    void opened(ServerLink link, Map<String, String> atLogin) {
        reported = Map.copyOf(atLogin);
        links.add(link);
        if (settings.connectQuery().isEmpty()) {
            servers.opened(link);
            return;
        }
        servers.openedForPooler();
        link.ask(settings.connectQuery(), error -> {
            if (error != null) {
                LOG.warnf("%s: connect_query failed: %s %s", this, error.sqlState(), error.message());
            }
        });
    }

    void began(ServerLogin login) {
        logins.add(login);
    }

    void ended(ServerLogin login) {
        logins.remove(login);
    }

    void closed(ServerLink link) {
        links.remove(link);
    }

    @Override
    public String toString() {
        return database + "/" + user;
    }
}
