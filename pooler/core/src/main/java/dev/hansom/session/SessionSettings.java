package dev.hansom.session;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * What clients are judged by.
 *
 * @param authType how clients prove who they are
 * @param users their secrets
 * @param maxClients client connections at most
 * @param maxClientsOfDatabase client connections of the database of this name at most; 0: no limit
 * @param maxClientsOfUser client connections of one user at most; 0: no limit
 * @param ignoredStartupParameters names, in lower case, that are accepted and dropped
 * @param loginTimeout nanoseconds a client may take to log in; 0: for ever
 * @param idleTimeout nanoseconds a client may have nothing under way; 0: for ever
 */
public record SessionSettings(
        AuthType authType,
        UserDirectory users,
        int maxClients,
        ToIntFunction<String> maxClientsOfDatabase,
        int maxClientsOfUser,
        Set<String> ignoredStartupParameters,
        long loginTimeout,
        long idleTimeout) {}
