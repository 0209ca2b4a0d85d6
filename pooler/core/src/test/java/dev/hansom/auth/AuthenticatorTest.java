package dev.hansom.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hansom.auth.ClientAuthenticator.Outcome;
import dev.hansom.wire.AuthenticationCode;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticatorTest {

    private static final String PASSWORD = "secret";
    private static final String MD5_REFUSAL = "password authentication failed";
    private static final String SCRAM_REFUSAL = "SASL authentication failed";

    private static final UserDirectory USERS = UserDirectory.of(Map.of(
            "plain",
            PASSWORD,
            "md5",
            "md5" + Md5Hash.stored(PASSWORD, "md5"),
            "scram",
            scramSecret(PASSWORD),
            "empty",
            ""));

    private final ByteBuf out = Unpooled.buffer();
    private final List<Integer> codes = new ArrayList<>();

    static Stream<Arguments> logins() {
        return Stream.of(
                arguments(AuthType.MD5, "plain", PASSWORD, null, AuthenticationCode.MD5_PASSWORD),
                arguments(AuthType.MD5, "md5", PASSWORD, null, AuthenticationCode.MD5_PASSWORD),
                arguments(AuthType.MD5, "scram", PASSWORD, null, AuthenticationCode.SASL),
                arguments(AuthType.MD5, "plain", "wrong", MD5_REFUSAL, AuthenticationCode.MD5_PASSWORD),
                arguments(AuthType.MD5, "md5", "wrong", MD5_REFUSAL, AuthenticationCode.MD5_PASSWORD),
                arguments(AuthType.MD5, "scram", "wrong", SCRAM_REFUSAL, AuthenticationCode.SASL),
                arguments(AuthType.MD5, "ghost", PASSWORD, MD5_REFUSAL, AuthenticationCode.MD5_PASSWORD),
                arguments(AuthType.MD5, "empty", "any", MD5_REFUSAL, AuthenticationCode.MD5_PASSWORD),
                arguments(AuthType.SCRAM_SHA_256, "plain", PASSWORD, null, AuthenticationCode.SASL),
                arguments(AuthType.SCRAM_SHA_256, "scram", PASSWORD, null, AuthenticationCode.SASL),
                arguments(AuthType.SCRAM_SHA_256, "plain", "wrong", SCRAM_REFUSAL, AuthenticationCode.SASL),
                arguments(AuthType.SCRAM_SHA_256, "scram", "wrong", SCRAM_REFUSAL, AuthenticationCode.SASL),
                arguments(AuthType.SCRAM_SHA_256, "md5", PASSWORD, SCRAM_REFUSAL, AuthenticationCode.SASL),
                arguments(AuthType.SCRAM_SHA_256, "ghost", PASSWORD, SCRAM_REFUSAL, AuthenticationCode.SASL),
                arguments(AuthType.SCRAM_SHA_256, "empty", "any", SCRAM_REFUSAL, AuthenticationCode.SASL));
    }

    /** The pooler's own client side logs in at its server side. */
    @ParameterizedTest(name = "auth_type {0}, user {1}, password {2}")
    @MethodSource
    void logins(AuthType type, String user, String password, String refusal, int challenge) throws ProtocolException {
        ClientAuthenticator login = Authenticator.begin(type, USERS, user, out);
        assertThat(login.accepted()).isFalse();
        boolean in = drive(login, new ServerAuthenticator(user, password));
        assertThat(in).isEqualTo(refusal == null);
        assertThat(login.accepted()).isEqualTo(in);
        assertThat(codes).startsWith(challenge);
        if (refusal != null) {
            assertThat(login.refusal()).isEqualTo(refusal);
            assertThat(codes).doesNotContain(AuthenticationCode.OK, AuthenticationCode.SASL_FINAL);
        }
    }

    @Test
    void anMd5SecretLogsInToo() throws ProtocolException {
        ClientAuthenticator login = Authenticator.begin(AuthType.MD5, USERS, "plain", out);
        String secret = "md5" + Md5Hash.stored(PASSWORD, "plain");
        assertThat(drive(login, new ServerAuthenticator("plain", secret))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "ghost"})
    void trustAcceptsAnybodyAtOnce(String user) {
        ClientAuthenticator login = Authenticator.begin(AuthType.TRUST, USERS, user, out);
        assertThat(login.accepted()).isTrue();
        assertThat(out).isEqualTo(bytes("R\0\0\0\10\0\0\0\0"));
        assertThat(login.onPasswordMessage(bytes("x\0"), out)).isEqualTo(Outcome.REFUSED);
        assertThat(login.refusal()).isEqualTo("invalid frontend message type 112");
    }

    @Test
    void md5ChallengesDiffer() {
        Authenticator.begin(AuthType.MD5, USERS, "plain", out);
        ByteBuf second = Unpooled.buffer();
        Authenticator.begin(AuthType.MD5, USERS, "plain", second);
        assertThat(out).isNotEqualTo(second);
    }

    @Test
    void anUnknownUserGetsTheSameSaltEachTime() throws ProtocolException {
        assertThat(serverFirst("ghost")).isEqualTo(serverFirst("ghost")).isNotEqualTo(serverFirst("spook"));
        assertThat(serverFirst("plain")).isEqualTo(serverFirst("plain"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "md5", "a\0b\0", "\0\0"})
    void malformedPasswordMessagesAreRefused(String body) {
        ClientAuthenticator login = Authenticator.begin(AuthType.MD5, USERS, "plain", out);
        out.clear();
        assertThat(login.onPasswordMessage(bytes(body), out)).isEqualTo(Outcome.REFUSED);
        assertThat(login.refusal()).isEqualTo("invalid password packet size");
        assertThat(out.isReadable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                     | malformed SASL message: mechanism and length expected
                    SCRAM-SHA-256                          | malformed SASL message: mechanism and length expected
                    SCRAM-SHA-256\\0\\0\\0                 | malformed SASL message: mechanism and length expected
                    SCRAM-SHA-1\\0\\0\\0\\0\\1x            | client selected an invalid SASL authentication mechanism
                    SCRAM-SHA-256\\0\\0\\0\\0\\2x          | malformed SASL message: the length does not match the data
                    SCRAM-SHA-256\\0\\0\\0\\0\\1xx         | malformed SASL message: the length does not match the data
                    SCRAM-SHA-256\\0\\377\\377\\377\\376x  | malformed SASL message: the length does not match the data
                    SCRAM-SHA-256\\0\\377\\377\\377\\377x  | malformed SASL message: the length does not match the data
                    SCRAM-SHA-256\\0\\0\\0\\0\\0           | malformed SCRAM message: the message is empty
                    SCRAM-SHA-256\\0\\0\\0\\0\\1x          | malformed SCRAM message: unexpected channel-binding flag
                    """)
    void malformedSaslMessagesAreRefused(String body, String refusal) {
        ClientAuthenticator login = Authenticator.begin(AuthType.SCRAM_SHA_256, USERS, "plain", out);
        out.clear();
        ByteBuf message = bytes(body.translateEscapes());
        assertThat(login.onPasswordMessage(message, out)).isEqualTo(Outcome.REFUSED);
        assertThat(login.refusal()).isEqualTo(refusal);
        assertThat(out.isReadable()).isFalse();
        assertThat(login.onPasswordMessage(message, out)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void aClientMaySendItsFirstMessageAfterAnEmptyChallenge() {
        ClientAuthenticator login = Authenticator.begin(AuthType.SCRAM_SHA_256, USERS, "plain", out);
        out.clear();
        ByteBuf noData = bytes("SCRAM-SHA-256\0\377\377\377\377");
        assertThat(login.onPasswordMessage(noData, out)).isEqualTo(Outcome.CONTINUE);
        assertThat(out).isEqualTo(bytes("R\0\0\0\10\0\0\0\13"));
        out.clear();
        assertThat(login.onPasswordMessage(bytes("n,,n=,r=abc"), out)).isEqualTo(Outcome.CONTINUE);
        assertThat(out.toString(StandardCharsets.ISO_8859_1)).startsWith("R").contains("\0\0\0\13r=abc");
    }

    @ParameterizedTest
    @EnumSource(
            value = AuthType.class,
            names = {"MD5", "SCRAM_SHA_256"})
    void nobodyGetsInTwice(AuthType type) throws ProtocolException {
        ClientAuthenticator login = Authenticator.begin(type, USERS, "plain", out);
        ByteBuf last = Unpooled.buffer();
        assertThat(drive(login, new ServerAuthenticator("plain", PASSWORD), last))
                .isTrue();
        assertThat(login.onPasswordMessage(last, out)).isEqualTo(Outcome.REFUSED);
    }

    @ParameterizedTest
    @EnumSource(
            value = AuthType.class,
            names = {"MD5", "SCRAM_SHA_256"})
    void hostileBytesAreRefusedAndNothingElse(AuthType type) {
        Random random = new Random(7677);
        byte[] valid = "SCRAM-SHA-256\0\0\0\0\13n,,n=,r=abc".getBytes(StandardCharsets.ISO_8859_1);
        for (int round = 0; round < 5_000; round++) {
            ClientAuthenticator login = Authenticator.begin(type, USERS, "plain", out.clear());
            for (int message = 0; message < 2; message++) {
                byte[] body = Arrays.copyOf(valid, random.nextInt(valid.length + 4));
                for (int i = random.nextInt(3); i > 0 && body.length > 0; i--) {
                    body[random.nextInt(body.length)] = (byte) random.nextInt();
                }
                assertThat(login.onPasswordMessage(Unpooled.wrappedBuffer(body), out))
                        .isNotEqualTo(Outcome.ACCEPTED);
            }
            assertThat(login.accepted()).isFalse();
        }
    }

    private boolean drive(ClientAuthenticator login, ServerAuthenticator client) throws ProtocolException {
        return drive(login, client, Unpooled.buffer());
    }

    /** Hands messages to and fro until one side is through; {@code last} gets the client's last message. */
    private boolean drive(ClientAuthenticator login, ServerAuthenticator client, ByteBuf last)
            throws ProtocolException {
        ByteBuf answer = Unpooled.buffer();
        while (true) {
            while (out.isReadable()) {
                int end = FrameScanner.end(out, out.readerIndex());
                assertThat(out.readByte()).isEqualTo((byte) 'R');
                out.skipBytes(Integer.BYTES);
                int code = out.readInt();
                codes.add(code);
                if (client.onAuthentication(code, out.readSlice(end - out.readerIndex()), answer)) {
                    assertThat(out.isReadable()).isFalse();
                    return true;
                }
            }
            assertThat(answer.readByte()).isEqualTo((byte) 'p');
            assertThat(answer.readInt()).isEqualTo(answer.readableBytes() + Integer.BYTES);
            last.clear().writeBytes(answer, answer.readerIndex(), answer.readableBytes());
            Outcome outcome = login.onPasswordMessage(answer, out);
            answer.clear();
            if (outcome == Outcome.REFUSED) {
                assertThat(out.isReadable()).isFalse();
                return false;
            }
        }
    }

    /** Salt and iterations of the server's first message. */
    private static String serverFirst(String user) {
        ByteBuf out = Unpooled.buffer();
        ClientAuthenticator login = Authenticator.begin(AuthType.SCRAM_SHA_256, USERS, user, out);
        out.clear();
        login.onPasswordMessage(bytes("SCRAM-SHA-256\0\0\0\0\13n,,n=,r=abc"), out);
        String message = out.toString(StandardCharsets.ISO_8859_1);
        return message.substring(message.indexOf(",s="));
    }

    private static String scramSecret(String password) {
        Secret.Scram scram = ScramVerifiers.derive(password, new byte[] {1, 2, 3, 4}, 5000);
        Base64.Encoder base64 = Base64.getEncoder();
        return "SCRAM-SHA-256$" + scram.iterations() + ":" + base64.encodeToString(scram.salt()) + "$"
                + base64.encodeToString(scram.storedKey()) + ":" + base64.encodeToString(scram.serverKey());
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }
}
