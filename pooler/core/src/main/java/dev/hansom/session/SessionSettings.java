package dev.hansom.session;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import java.util.Set;

/**
 * What logins are judged by.
 *
 * @param authType how clients prove who they are
 * @param users their secrets
 * @param maxClients client connections at most
 * @param ignoredStartupParameters names, in lower case, that are accepted and dropped
 * @param loginTimeout nanoseconds a client may take to log in; 0: for ever
 */
public record SessionSettings(
        AuthType authType,
        UserDirectory users,
        int maxClients,
        Set<String> ignoredStartupParameters,
        long loginTimeout) {}
