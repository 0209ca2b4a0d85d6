package dev.hansom.auth;

import dev.hansom.auth.Secret.Md5;
import dev.hansom.auth.Secret.Plain;
import dev.hansom.auth.Secret.Scram;
import dev.hansom.wire.BackendMessages;
import io.netty.buffer.ByteBuf;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Chooses how a client has to prove who it is, by {@code auth_type} and by the kind of secret that is known of it. */
public final class Authenticator {

    private static final int MD5_SALT_BYTES = 4;
    private static final int NONCE_BYTES = 18;

    /** An empty password lets nobody in, so it stands for having none. */
    private static final Secret NO_SECRET = new Plain("");

    private Authenticator() {}

    /**
     * Begins a login; the result is confined to the caller's event loop.
     *
     * <p>A user that does not exist, or whose secret cannot serve the method, is led through the same exchange as any
     * other and refused at its end.
     *
     * @param out gets the first challenge, or AuthenticationOk for trust
     */
    public static ClientAuthenticator begin(AuthType type, UserDirectory users, String user, ByteBuf out) {
        Secret secret = users.secret(user).map(Secret::parse).orElse(NO_SECRET);
        return switch (type) {
            case TRUST -> {
                BackendMessages.authenticationOk(out);
                yield new TrustLogin();
            }
            case MD5 -> secret instanceof Scram scram ? scram(scram, out) : md5(secret, user, out);
            case SCRAM_SHA_256 -> scram(verifier(secret, users.verifiers(), user), out);
        };
    }

    private static ClientAuthenticator md5(Secret secret, String user, ByteBuf out) {
        SecureRandom random = new SecureRandom();
        byte[] salt = bytes(random, MD5_SALT_BYTES);
        String stored = secret instanceof Md5 md5
                ? md5.hex()
                : secret instanceof Plain plain && !plain.password().isEmpty()
                        ? Md5Hash.stored(plain.password(), user)
                        : HexFormat.of().formatHex(bytes(random, 16));
        BackendMessages.authenticationMd5(out, salt);
        return new Md5Login(Md5Hash.response(stored, salt));
    }

    private static ClientAuthenticator scram(Scram verifier, ByteBuf out) {
        BackendMessages.authenticationSasl(out, List.of(ScramServer.MECHANISM));
        SecureRandom random = new SecureRandom();
        return new ScramLogin(
                new ScramServer(verifier, () -> Base64.getEncoder().encodeToString(bytes(random, NONCE_BYTES))));
    }

    private static Scram verifier(Secret secret, ScramVerifiers verifiers, String user) {
        if (secret instanceof Scram scram) {
            return scram;
        }
        return secret instanceof Plain plain && !plain.password().isEmpty()
                ? verifiers.of(user, plain.password())
                : verifiers.mock(user);
    }

    private static byte[] bytes(SecureRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
