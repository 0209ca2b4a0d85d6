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
 * @param user the role
 * @param database the database, which is the user's name where none is given
 * @param applicationName empty where none is given
 * @param tracked the other settings the pooler keeps for a client, by PostgreSQL's spelling of their names
 */
record ClientStart(String user, String database, String applicationName, Map<String, String> tracked) {

    private static final String APPLICATION_NAME = "application_name";

    /**
     * Reads a start-up packet.
     *
     * @param ignored names in lower case that are accepted and dropped
     * @throws ProtocolException for a parameter that is neither kept nor ignored
     */
    static ClientStart of(StartupMessage message, Set<String> ignored) throws ProtocolException {
        String user = message.parameters().getOrDefault("user", "");
        String database = message.parameters().getOrDefault("database", "");
        String applicationName = "";
        Map<String, String> tracked = new LinkedHashMap<>();
        for (Map.Entry<String, String> parameter : message.parameters().entrySet()) {
            String name = parameter.getKey();
            if (name.equals("user") || name.equals("database") || name.startsWith("_pq_.")) {
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
        return new ClientStart(user, database.isEmpty() ? user : database, applicationName, tracked);
    }

    @Override
    public String toString() {
        return database + "/" + user;
    }
}
