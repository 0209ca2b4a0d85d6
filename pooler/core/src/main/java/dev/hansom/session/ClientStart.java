package dev.hansom.session;

import dev.hansom.state.ParameterSet;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import dev.hansom.wire.StartupPacket.StartupMessage;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a client's start-up packet asks for.
 *
 * @param server whose connections it wants
 * @param applicationName empty where none is given
 * @param tracked the other settings the pooler keeps for a client, by PostgreSQL's spelling of their names
 * @param cancelKeyLength in bytes
 */
record ClientStart(PoolName server, String applicationName, Map<String, String> tracked, int cancelKeyLength) {

    private static final String APPLICATION_NAME = "application_name";
    private static final String REPLICATION = "replication";

    /**
     * Reads a start-up packet.
     *
     * @param ignored names in lower case that are accepted and dropped
     * @throws ProtocolException for a parameter that is neither kept nor ignored
     */
    static ClientStart of(StartupMessage message, Set<String> ignored) throws ProtocolException {
        String user = message.parameters().getOrDefault("user", "");
        String database = message.parameters().getOrDefault("database", "");
        String replication = replication(message.parameters().getOrDefault(REPLICATION, ""));
        String applicationName = "";
        Map<String, String> tracked = new LinkedHashMap<>();
        for (Map.Entry<String, String> parameter : message.parameters().entrySet()) {
            String name = parameter.getKey();
            if (name.equals("user")
                    || name.equals("database")
                    || name.equals(REPLICATION)
                    || name.startsWith("_pq_.")) {
                continue;
            }
            String kept = ParameterSet.tracked(name);
            if (APPLICATION_NAME.equals(kept)) {
                applicationName = parameter.getValue();
            } else if (kept != null) {
                tracked.put(kept, parameter.getValue());
            } else if (!ignored.contains(name.toLowerCase(Locale.ROOT))) {
                throw new ProtocolException(
                        SqlState.PROTOCOL_VIOLATION,
                        "unsupported startup parameter: " + name,
                        "To accept and drop it, add it to ignore_startup_parameters.");
            }
        }
        PoolName server = new PoolName(database.isEmpty() ? user : database, user, replication);
        return new ClientStart(server, applicationName, tracked, message.cancelKeyLength());
    }

    /** Follows ProcessStartupPacket of PostgreSQL's src/backend/tcop/backend_startup.c. */
    private static String replication(String value) throws ProtocolException {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "", "0", "f", "false", "n", "no", "of", "off" -> "";
            case "database" -> "database";
            case "1", "t", "true", "y", "yes", "on" -> "true";
            default ->
                throw new ProtocolException(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "invalid value for parameter \"" + REPLICATION + "\": \"" + value + "\"",
                        "Valid values are: \"false\", 0, \"true\", 1, \"database\".");
        };
    }

    String database() {
        return server.database();
    }

    String user() {
        return server.user();
    }

    /** The start-up parameters a connection of its own needs. */
    Map<String, String> forReplication() {
        Map<String, String> parameters = new LinkedHashMap<>(tracked);
        parameters.put(APPLICATION_NAME, applicationName);
        parameters.put(REPLICATION, server.replication());
        return parameters;
    }

    @Override
    public String toString() {
        return database() + "/" + user();
    }
}
