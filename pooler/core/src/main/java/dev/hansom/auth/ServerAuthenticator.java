package dev.hansom.auth;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.StringPreparation;
import com.ongres.scram.common.exception.ScramException;
import com.ongres.scram.common.exception.ScramInvalidServerSignatureException;
import com.ongres.scram.common.exception.ScramServerErrorException;
import dev.hansom.auth.Secret.Md5;
import dev.hansom.auth.Secret.Plain;
import dev.hansom.auth.Secret.Scram;
import dev.hansom.wire.AuthenticationCode;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Logs the pooler in to one server connection; confined to its event loop. */
public final class ServerAuthenticator {

    /** A server that asks for more would stop the event loop for most of a second. */
    static final int MAX_ITERATIONS = 1_000_000;

    private static final String PLUS = "-PLUS";

    private final String user;
    private final @Nullable Secret secret;
    private @Nullable ScramClient scram;
    private boolean serverProven;

    /**
     * @param user whom the start-up packet named
     * @param secret a plain password, an {@code md5...} secret (good for md5 only), or null where none is known
     */
    public ServerAuthenticator(String user, @Nullable String secret) {
        this.user = user;
        this.secret = secret == null || secret.isEmpty() ? null : Secret.parse(secret);
    }

    /**
     * Takes one Authentication message.
     *
     * @param code the int32 it begins with, see {@link AuthenticationCode}
     * @param body the readable bytes: what follows the code; its indexes are left alone
     * @param out gets the answer, where one is due
     * @return whether the server has let us in
     * @throws ProtocolException 28P01 where there is no password of the kind the server wants, 0A000 for a method not
     *     spoken here, 08P01 for a malformed message or a server that fails to prove itself
     */
    public boolean onAuthentication(int code, ByteBuf body, ByteBuf out) throws ProtocolException {
        switch (code) {
            case AuthenticationCode.OK -> {
                if (scram != null && !serverProven) {
                    throw ProtocolException.violation(
                            "server ended the SCRAM login without proving that it knows the password of user "
                                    + quoted());
                }
                return true;
            }
            case AuthenticationCode.CLEARTEXT_PASSWORD -> FrontendMessages.password(out, plain("a cleartext password"));
            case AuthenticationCode.MD5_PASSWORD -> FrontendMessages.password(out, md5(body));
            case AuthenticationCode.SASL -> beginScram(mechanisms(body), out);
            case AuthenticationCode.SASL_CONTINUE -> continueScram(body, out);
            case AuthenticationCode.SASL_FINAL -> finishScram(body);
            default ->
                throw new ProtocolException(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "server wants the authentication method " + name(code) + " for user " + quoted()
                                + ", which is not supported",
                        "Let the pooler in by scram-sha-256, md5, password or trust in the server's pg_hba.conf.");
        }
        return false;
    }

    private String plain(String wanted) throws ProtocolException {
        if (secret instanceof Plain plain) {
            return plain.password();
        }
        throw noSuitableSecret(wanted);
    }

    private String md5(ByteBuf body) throws ProtocolException {
        if (body.readableBytes() != Integer.BYTES) {
            throw ProtocolException.violation("server sent an md5 challenge without its salt of 4 bytes");
        }
        String stored = secret instanceof Md5 md5 ? md5.hex() : Md5Hash.stored(plain("an md5 password"), user);
        return Md5Hash.response(stored, bytes(body));
    }

    private void beginScram(List<String> mechanisms, ByteBuf out) throws ProtocolException {
        if (!mechanisms.contains(ScramServer.MECHANISM)) {
            String hint = mechanisms.contains(ScramServer.MECHANISM + PLUS)
                    ? "The server insists on channel binding, which the pooler cannot give: allow SCRAM-SHA-256."
                    : "Let the pooler in by scram-sha-256 in the server's pg_hba.conf.";
            throw new ProtocolException(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "server offers no SASL mechanism supported here for user " + quoted() + ": " + mechanisms,
                    hint);
        }
        ScramClient client = ScramClient.builder()
                .advertisedMechanisms(List.of(ScramServer.MECHANISM))
                .username(user)
                .password(plain("SCRAM-SHA-256").toCharArray())
                .stringPreparation(StringPreparation.POSTGRESQL_PREPARATION)
                .build();
        scram = client;
        serverProven = false;
        FrontendMessages.saslInitialResponse(
                out, ScramServer.MECHANISM, bytes(client.clientFirstMessage().toString()));
    }

    private void continueScram(ByteBuf body, ByteBuf out) throws ProtocolException {
        ScramClient client = running();
        try {
            int iterations = client.serverFirstMessage(text(body)).getIterationCount();
            if (iterations > MAX_ITERATIONS) {
                throw new ProtocolException(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "server wants " + iterations + " SCRAM iterations for user " + quoted() + ", at most "
                                + MAX_ITERATIONS + " are made",
                        "Set the password again under a lower scram_iterations.");
            }
            FrontendMessages.saslResponse(out, bytes(client.clientFinalMessage().toString()));
        } catch (ScramException | RuntimeException | AssertionError e) {
            // The library asserts that attributes are there, so what it throws depends on -ea.
            throw broken(e);
        }
    }

    private void finishScram(ByteBuf body) throws ProtocolException {
        ScramClient client = running();
        try {
            client.serverFinalMessage(text(body));
            serverProven = true;
        } catch (ScramInvalidServerSignatureException e) {
            throw ProtocolException.violation("server failed to prove that it knows the password of user " + quoted());
        } catch (ScramServerErrorException e) {
            throw new ProtocolException(
                    SqlState.INVALID_PASSWORD, "server refused user " + quoted() + ": " + e.getMessage());
        } catch (ScramException | RuntimeException | AssertionError e) {
            throw broken(e);
        }
    }

    private ScramClient running() throws ProtocolException {
        if (scram == null) {
            throw ProtocolException.violation("server sent a SASL challenge before it offered a mechanism");
        }
        return scram;
    }

    private ProtocolException broken(Throwable cause) {
        return ProtocolException.violation(
                "server sent a malformed SCRAM message to user " + quoted() + ": " + cause.getMessage());
    }

    private ProtocolException noSuitableSecret(String wanted) {
        if (secret == null) {
            return new ProtocolException(
                    SqlState.INVALID_PASSWORD,
                    "server asks for a password, and none is known for user " + quoted(),
                    "Add the user to auth_file, or set user and password of the entry in [databases].");
        }
        String have = secret instanceof Scram ? "a SCRAM" : "an md5";
        return new ProtocolException(
                SqlState.INVALID_PASSWORD,
                "wrong password type: server wants " + wanted + " from user " + quoted() + ", and only " + have
                        + " secret is known",
                "Put the plain password into auth_file, or set password of the entry in [databases].");
    }

    private String quoted() {
        return '"' + user + '"';
    }

    private static List<String> mechanisms(ByteBuf body) {
        List<String> names = new ArrayList<>();
        int at = body.readerIndex();
        int nul = FrameScanner.cstringEnd(body, at, body.writerIndex());
        while (nul > at) {
            names.add(body.toString(at, nul - at, StandardCharsets.US_ASCII));
            at = nul + 1;
            nul = FrameScanner.cstringEnd(body, at, body.writerIndex());
        }
        return names;
    }

    private static String text(ByteBuf body) {
        return body.toString(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuf body) {
        return ByteBufUtil.getBytes(body, body.readerIndex(), body.readableBytes());
    }

    private static String name(int code) {
        return switch (code) {
            case AuthenticationCode.KERBEROS_V4, AuthenticationCode.KERBEROS_V5 -> "Kerberos";
            case AuthenticationCode.CRYPT_PASSWORD -> "crypt";
            case AuthenticationCode.GSS, AuthenticationCode.GSS_CONTINUE -> "GSSAPI";
            case AuthenticationCode.SSPI -> "SSPI";
            default -> "number " + code;
        };
    }
}
