package dev.hansom.auth;

import static dev.hansom.wire.ProtocolException.violation;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import dev.hansom.auth.Secret.Scram;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.SqlState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The server's side of one SCRAM-SHA-256 exchange (RFC 5802, RFC 7677) without channel binding; not thread safe. The
 * user name inside the exchange is ignored, as PostgreSQL ignores it: the start-up packet has named the user.
 */
final class ScramServer {

    /** The one mechanism spoken here. */
    static final String MECHANISM = "SCRAM-SHA-256";

    private final Scram verifier;
    private final Supplier<String> nonces;

    private String gs2Header = "";
    private String clientFirstBare = "";
    private String serverFirst = "";
    private String nonce = "";

    /** @param nonces gives a fresh random nonce of printable characters without a comma */
    ScramServer(Scram verifier, Supplier<String> nonces) {
        this.verifier = verifier;
        this.nonces = nonces;
    }

    /**
     * Takes the client-first-message.
     *
     * @return the server-first-message
     * @throws ProtocolException 08P01 for a malformed message, 0A000 for an authorization identity or an extension
     */
    byte[] onClientFirst(byte[] message) throws ProtocolException {
        ScramAttributes in = new ScramAttributes(message);
        gs2Header = gs2Header(in);
        clientFirstBare = in.rest();
        if (in.startsWith("m=")) {
            throw unsupported("client requires an unsupported SCRAM extension");
        }
        in.value('n');
        String clientNonce = in.value('r');
        if (clientNonce.isEmpty() || !clientNonce.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw violation("non-printable characters in SCRAM nonce");
        }
        in.skipExtensions();
        nonce = clientNonce + nonces.get();
        String salt = Base64.getEncoder().encodeToString(verifier.salt());
        serverFirst = "r=" + nonce + ",s=" + salt + ",i=" + verifier.iterations();
        return bytes(serverFirst);
    }

    /**
     * Takes the client-final-message.
     *
     * @return the server-final-message, or empty where the proof is wrong
     * @throws ProtocolException 08P01 for a malformed message, another nonce or another channel binding
     */
    Optional<byte[]> onClientFinal(byte[] message) throws ProtocolException {
        if (serverFirst.isEmpty()) {
            throw new IllegalStateException("the client's first message comes first");
        }
        ScramAttributes in = new ScramAttributes(message);
        String binding = in.value('c');
        if (!binding.equals(Base64.getEncoder().encodeToString(bytes(gs2Header)))) {
            throw violation("unexpected SCRAM channel-binding attribute in client-final-message");
        }
        if (!MessageDigest.isEqual(bytes(in.value('r')), bytes(nonce))) {
            throw violation("invalid SCRAM response: nonce does not match");
        }
        in.skipExtensionsBefore('p');
        String withoutProof = in.consumed();
        byte[] proof = in.base64('p', verifier.storedKey().length);
        in.end();

        byte[] authMessage = bytes(clientFirstBare + "," + serverFirst + "," + withoutProof);
        byte[] clientKey = ScramFunctions.clientProof(proof, hmac(verifier.storedKey(), authMessage));
        byte[] storedKey = ScramFunctions.hash(ScramMechanism.SCRAM_SHA_256, clientKey);
        if (!MessageDigest.isEqual(storedKey, verifier.storedKey())) {
            return Optional.empty();
        }
        byte[] signature = hmac(verifier.serverKey(), authMessage);
        return Optional.of(bytes("v=" + Base64.getEncoder().encodeToString(signature)));
    }

    private static String gs2Header(ScramAttributes in) throws ProtocolException {
        switch (in.next()) {
            // 'y' is a client that could bind the channel and saw no -PLUS mechanism, which is the truth.
            case 'n', 'y' -> {}
            case 'p' ->
                throw violation("client selected SCRAM-SHA-256 without channel binding,"
                        + " but the SCRAM message includes channel binding data");
            default -> throw violation("malformed SCRAM message: unexpected channel-binding flag");
        }
        in.expect(',');
        if (in.startsWith("a=")) {
            throw unsupported("client uses authorization identity, but it is not supported");
        }
        in.expect(',');
        return in.consumedWithSeparator();
    }

    private static byte[] hmac(byte[] key, byte[] message) {
        return ScramFunctions.hmac(ScramMechanism.SCRAM_SHA_256, key, message);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static ProtocolException unsupported(String message) {
        return new ProtocolException(SqlState.FEATURE_NOT_SUPPORTED, message);
    }
}
