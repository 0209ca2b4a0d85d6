package dev.hansom.session;

import dev.hansom.pool.Refusal;
import dev.hansom.pool.Waiter;
import dev.hansom.server.ServerLink;
import dev.hansom.server.ServerPool;
import dev.hansom.state.ParameterSet;
import dev.hansom.wire.ErrorFields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, on a real server, what a client that has logged in must be told its settings are. One client's start-up
 * parameters are tried once; who asks for the same later gets the remembered answer. Loop-confined.
 */
final class ClientSettling extends Waiter<ServerLink> {

    private static final String APPLICATION_NAME = "application_name";

    private final ClientLogin login;
    private final ClientStart start;
    private final ServerPool pool;

    ClientSettling(ClientLogin login, ClientStart start, ServerPool pool) {
        this.login = login;
        this.start = start;
        this.pool = pool;
    }

    /**
     * What the session starts with.
     *
     * @param parameters every ParameterStatus for the client
     * @param tracked those the pooler keeps for it
     * @param server which it has from the beginning, or null
     */
    record Settled(
            ClientStart start,
            ServerPool pool,
            Map<String, String> parameters,
            ParameterSet tracked,
            @Nullable ServerLink server) {}

    void begin() {
        if (start.server().isReplication()) {
            pool.servers().await(this);
            return;
        }
        ParameterSet known = known();
        if (known != null) {
            settle(known);
            return;
        }
        ServerLink free = pool.servers().tryAcquire();
        if (free == null) {
            pool.servers().await(this);
        } else {
            onServer(free);
        }
    }

    @Override
    protected void onServer(ServerLink server) {
        if (start.server().isReplication() && !login.isOver()) {
            onOwnServer(server);
            return;
        }
        ParameterSet known = known();
        if (known != null || login.isOver()) {
            pool.servers().release(server);
            if (known != null) {
                settle(known);
            }
            return;
        }
        ParameterSet wanted = ParameterSet.EMPTY;
        for (Map.Entry<String, String> asked : start.tracked().entrySet()) {
            wanted = wanted.with(asked.getKey(), asked.getValue());
        }
        // A value may say a part only (DateStyle "SQL"), which PostgreSQL completes from the value before.
        String before = server.parameters().statementsTo(defaults());
        String sql = ParameterSet.EMPTY.statementsTo(wanted);
        server.ask(before.isEmpty() ? sql : before + ";" + sql, error -> onAnswer(server, error));
    }

    /** What a connection for replication was opened with cannot be set later, so it is for one client only. */
    private void onOwnServer(ServerLink server) {
        if (server.openedWith().equals(startupParameters())) {
            login.letIn(new Settled(start, pool, pool.reported(), server.parameters(), server));
        } else {
            server.retire("opened for another replication client");
            pool.servers().lost(server, false);
            pool.servers().await(this);
        }
    }

    private void onAnswer(ServerLink server, @Nullable ErrorFields error) {
        if (error != null) {
            login.turnAway(error.sqlState(), error.message(), error.hint());
            return;
        }
        ParameterSet canonical = defaults();
        for (String name : start.tracked().keySet()) {
            String value = server.parameters().value(name);
            if (value != null) {
                canonical = canonical.with(name, value);
            }
        }
        pool.canonical(start.tracked(), canonical);
        settle(canonical);
    }

    @Override
    protected void onRefused(Refusal refusal) {
        login.turnAway(refusal.sqlState(), refusal.message(), refusal.hint().isEmpty() ? null : refusal.hint());
    }

    @Override
    public Map<String, String> startupParameters() {
        return start.server().isReplication()
                ? start.forReplication()
                : Map.of(APPLICATION_NAME, start.applicationName());
    }

    private @Nullable ParameterSet known() {
        if (pool.reported().isEmpty()) {
            return null;
        }
        ParameterSet defaults = defaults();
        boolean asksForDefaults = start.tracked().entrySet().stream()
                .allMatch(asked -> asked.getValue().equals(defaults.value(asked.getKey())));
        return asksForDefaults ? defaults : pool.canonical(start.tracked());
    }

    /** What a server reports to whoever asks for nothing: its own connections carry the name of some client. */
    private ParameterSet defaults() {
        return ParameterSet.of(pool.reported()).with(APPLICATION_NAME, "");
    }

    private void settle(ParameterSet canonical) {
        ParameterSet tracked = canonical.with(APPLICATION_NAME, start.applicationName());
        Map<String, String> parameters = new LinkedHashMap<>(pool.reported());
        parameters.replaceAll((name, value) -> {
            String own = tracked.value(name);
            return own == null ? value : own;
        });
        login.letIn(new Settled(start, pool, parameters, tracked, null));
    }
}
