package dev.hansom.session;

import dev.hansom.clock.Ticker;
import dev.hansom.server.ServerPool;
import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The clients of one loop: those that log in and those that are in. Loop-confined. */
public final class SessionRegistry {

    private final SessionSettings settings;
    private final Ticker ticker;
    private final Function<PoolName, @Nullable ServerPool> pools;
    private final SharedSessions shared;
    private final Executor loop;
    private final Set<ClientLogin> logins = new HashSet<>();
    private final Set<ClientSession> sessions = new HashSet<>();
    private boolean draining;

    /**
     * A registry without clients.
     *
     * @param shared by all loops
     * @param loop to which these clients are confined
     * @param pools finds or makes the pool of this name; null where there is no such database
     */
    public SessionRegistry(
            SessionSettings settings,
            SharedSessions shared,
            Executor loop,
            Ticker ticker,
            Function<PoolName, @Nullable ServerPool> pools) {
        this.settings = settings;
        this.ticker = ticker;
        this.pools = pools;
        this.shared = shared;
        this.loop = loop;
    }

    /** A client has connected; what it sends goes to the result. */
    public LinkEvents connected(Link link) {
        ClientLogin login = new ClientLogin(this, link, ticker.nanos());
        logins.add(login);
        shared.counts().connected(1);
        return login;
    }

    /** Clients, those logging in among them. */
    public int size() {
        return logins.size() + sessions.size();
    }

    /** Keeps the time limits; call it a few times a second. */
    public void tick() {
        long now = ticker.nanos();
        if (settings.loginTimeout() > 0) {
            for (ClientLogin login : Set.copyOf(logins)) {
                login.checkTimeout(now, settings.loginTimeout());
            }
        }
        if (settings.idleTimeout() > 0) {
            for (ClientSession session : Set.copyOf(sessions)) {
                session.checkIdle(now, settings.idleTimeout());
            }
        }
    }

    /** Closes each session as soon as it holds no server, and lets nobody in any more. */
    public void drain() {
        draining = true;
        Set.copyOf(logins).forEach(ClientLogin::drain);
        Set.copyOf(sessions).forEach(ClientSession::drain);
    }

    /** Closes every session, busy ones too. */
    public void close() {
        draining = true;
        Set.copyOf(logins).forEach(ClientLogin::drain);
        Set.copyOf(sessions).forEach(ClientSession::shutDown);
    }

    SessionSettings settings() {
        return settings;
    }

    CancelRegistry cancels() {
        return shared.cancels();
    }

    /** Clients by database and user. */
    ClientCounts counts() {
        return shared.counts();
    }

    Executor loop() {
        return loop;
    }

    long now() {
        return ticker.nanos();
    }

    boolean isDraining() {
        return draining;
    }

    @Nullable ServerPool pool(PoolName name) {
        return pools.apply(name);
    }

    void loggedIn(ClientLogin login, ClientSession session) {
        logins.remove(login);
        sessions.add(session);
    }

    void left(ClientLogin login) {
        if (logins.remove(login)) {
            shared.counts().connected(-1);
        }
    }

    void left(ClientSession session) {
        if (sessions.remove(session)) {
            shared.counts().connected(-1);
        }
    }
}
