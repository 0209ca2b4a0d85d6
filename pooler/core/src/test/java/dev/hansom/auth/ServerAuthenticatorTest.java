package dev.hansom.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hansom.wire.AuthenticationCode;
import dev.hansom.wire.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAuthenticatorTest {

    private static final String STORED = "4a0a68b43b6cd5cf266fa02f196e2371";
    private static final String KEY = "WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=";
    private static final String SCRAM = "SCRAM-SHA-256$4096:AQID$" + KEY + ":" + KEY;

    private final ByteBuf out = Unpooled.buffer();
    private final ServerAuthenticator alice = new ServerAuthenticator("alice", "secret");

    @Test
    void trustNeedsNothing() throws ProtocolException {
        assertThat(new ServerAuthenticator("alice", null).onAuthentication(AuthenticationCode.OK, bytes(""), out))
                .isTrue();
        assertThat(out.isReadable()).isFalse();
    }

    @Test
    void cleartext() throws ProtocolException {
        assertThat(alice.onAuthentication(AuthenticationCode.CLEARTEXT_PASSWORD, bytes(""), out))
                .isFalse();
        assertThat(out).isEqualTo(bytes("p\0\0\0\13secret\0"));
        assertThat(alice.onAuthentication(AuthenticationCode.OK, bytes(""), out))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "md5" + STORED})
    void md5OfAPasswordOrOfItsHash(String secret) throws ProtocolException {
        new ServerAuthenticator("alice", secret)
                .onAuthentication(AuthenticationCode.MD5_PASSWORD, bytes("\1\2\3\4"), out);
        assertThat(out).isEqualTo(bytes("p\0\0\0\50md598a0412b9c31436fc53776e863350083\0"));
    }

    @Test
    void storedHashes() {
        assertThat(Md5Hash.stored("secret", "alice")).isEqualTo(STORED);
    }

    @ParameterizedTest
    @NullAndEmptySource
    void aMissingPasswordIsToldWithUserAndRemedy(String secret) {
        for (int code : new int[] {3, 5, 10}) {
            ByteBuf body = bytes(code == 10 ? "SCRAM-SHA-256\0\0" : "\1\2\3\4");
            ProtocolException e = refusal(new ServerAuthenticator("alice", secret), code, body);
            assertThat(e).hasMessage("server asks for a password, and none is known for user \"alice\"");
            assertThat(e.sqlState()).isEqualTo("28P01");
            assertThat(e.hint())
                    .isEqualTo("Add the user to auth_file, or set user and password of the entry in [databases].");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3  | md5" + STORED + " | a cleartext password from user \"alice\", and only an md5 secret is known",
                "10 | md5" + STORED + " | SCRAM-SHA-256 from user \"alice\", and only an md5 secret is known",
                "5  | " + SCRAM + " | an md5 password from user \"alice\", and only a SCRAM secret is known",
                "10 | " + SCRAM + " | SCRAM-SHA-256 from user \"alice\", and only a SCRAM secret is known"
            })
    void aSecretOfTheWrongKindIsToldApart(int code, String secret, String wanted) {
        ByteBuf body = bytes(code == 10 ? "SCRAM-SHA-256\0\0" : "\1\2\3\4");
        ProtocolException e = refusal(new ServerAuthenticator("alice", secret), code, body);
        assertThat(e).hasMessage("wrong password type: server wants " + wanted);
        assertThat(e.sqlState()).isEqualTo("28P01");
        assertThat(e.getMessage() + e.hint()).doesNotContain(STORED, KEY);
    }

    @ParameterizedTest
    @CsvSource({"2,Kerberos", "4,crypt", "7,GSSAPI", "9,SSPI", "6,number 6", "-1,number -1"})
    void otherMethodsAreNamed(int code, String name) {
        ProtocolException e = refusal(alice, code, bytes(""));
        assertThat(e)
                .hasMessage("server wants the authentication method " + name
                        + " for user \"alice\", which is not supported");
        assertThat(e.sqlState()).isEqualTo("0A000");
        assertThat(e.hint()).contains("pg_hba.conf");
    }

    @Test
    void channelBindingAloneIsRefusedWithItsReason() {
        ProtocolException e = refusal(alice, 10, bytes("SCRAM-SHA-256-PLUS\0\0"));
        assertThat(e)
                .hasMessage("server offers no SASL mechanism supported here for user \"alice\": [SCRAM-SHA-256-PLUS]");
        assertThat(e.hint()).contains("channel binding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\0", "OAUTHBEARER\0\0", "unterminated"})
    void otherMechanismsAreRefused(String offered) {
        ProtocolException e = refusal(alice, 10, bytes(offered));
        assertThat(e.sqlState()).isEqualTo("0A000");
        assertThat(e.hint()).contains("scram-sha-256");
    }

    @Test
    void choosesScramWithoutChannelBindingWhereBothAreOffered() throws ProtocolException {
        alice.onAuthentication(10, bytes("SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0"), out);
        String message = out.toString(StandardCharsets.ISO_8859_1);
        assertThat(message.substring(5)).startsWith("SCRAM-SHA-256\0").contains("n,,n=alice,r=");
    }

    @Test
    void anMd5ChallengeWithoutSaltIsRefused() {
        assertThat(refusal(alice, 5, bytes("\1\2\3"))).hasMessageContaining("without its salt of 4 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 12})
    void aChallengeBeforeTheOfferIsRefused(int code) {
        assertThat(refusal(alice, code, bytes("r=x"))).hasMessageContaining("before it offered a mechanism");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "r=other,s=AQID,i=4096", "r=NONCEx,s=AQID", "r=NONCEx,s=AQID,i=-1"})
    void aMalformedServerFirstIsRefused(String message) throws ProtocolException {
        String nonce = begin();
        ProtocolException e = refusal(alice, 11, bytes(message.replace("NONCE", nonce)));
        assertThat(e).hasMessageStartingWith("server sent a malformed SCRAM message to user \"alice\": ");
        assertThat(e.sqlState()).isEqualTo("08P01");
    }

    @Test
    void aServerMayNotKeepTheLoopBusy() throws ProtocolException {
        String nonce = begin();
        ProtocolException e = refusal(alice, 11, bytes("r=" + nonce + "x,s=AQID,i=1000001"));
        assertThat(e).hasMessageStartingWith("server wants 1000001 SCRAM iterations for user \"alice\"");
    }

    @Test
    void aServerThatDoesNotKnowThePasswordIsFoundOut() throws ProtocolException {
        challenge();
        String signature = Base64.getEncoder().encodeToString(new byte[32]);
        assertThat(refusal(alice, 12, bytes("v=" + signature)))
                .hasMessage("server failed to prove that it knows the password of user \"alice\"");
    }

    @Test
    void aServerThatSkipsItsProofIsFoundOut() throws ProtocolException {
        challenge();
        assertThat(refusal(alice, 0, bytes("")))
                .hasMessageContaining("without proving that it knows the password of user \"alice\"");
    }

    @Test
    void aServersRefusalIsToldAsSuch() throws ProtocolException {
        challenge();
        ProtocolException e = refusal(alice, 12, bytes("e=invalid-proof"));
        assertThat(e).hasMessageStartingWith("server refused user \"alice\": ");
        assertThat(e.sqlState()).isEqualTo("28P01");
    }

    @Test
    void aMalformedServerFinalIsRefused() throws ProtocolException {
        challenge();
        assertThat(refusal(alice, 12, bytes("x=1"))).hasMessageContaining("malformed SCRAM message");
    }

    private void challenge() throws ProtocolException {
        alice.onAuthentication(11, bytes("r=" + begin() + "x,s=AQID,i=4096"), out);
    }

    /** Has the mechanism offered; returns the client's nonce. */
    private String begin() throws ProtocolException {
        alice.onAuthentication(10, bytes("SCRAM-SHA-256\0\0"), out);
        String message = out.toString(StandardCharsets.ISO_8859_1);
        return message.substring(message.indexOf(",r=") + 3);
    }

    private ProtocolException refusal(ServerAuthenticator login, int code, ByteBuf body) {
        return catchThrowableOfType(ProtocolException.class, () -> login.onAuthentication(code, body, out));
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }
}
