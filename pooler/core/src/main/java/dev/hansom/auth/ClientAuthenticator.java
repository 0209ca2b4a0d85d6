package dev.hansom.auth;

import io.netty.buffer.ByteBuf;

/** The login of one client, driven by its messages of type 'p'; confined to the client's event loop. */
public interface ClientAuthenticator {

    /** Where the login stands after a message. */
    enum Outcome {
        /** Another challenge has been written; wait for the answer. */
        CONTINUE,
        /** AuthenticationOk has been written. */
        ACCEPTED,
        /** Nothing has been written; the caller sends {@link #refusal()} and closes. */
        REFUSED
    }

    /** Whether no message is needed: true right after {@link Authenticator#begin} for trust, and once accepted. */
    boolean accepted();

    /**
     * Takes one PasswordMessage, SASLInitialResponse or SASLResponse.
     *
     * @param body the readable bytes: what follows the length, all of it; its indexes are left alone
     * @param out gets the next message for the client, if there is one
     */
    Outcome onPasswordMessage(ByteBuf body, ByteBuf out);

    /** Why the client was refused, in PgBouncer's words; goes out as FATAL 08P01. */
    String refusal();
}
