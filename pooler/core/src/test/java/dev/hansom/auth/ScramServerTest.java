package dev.hansom.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.StringPreparation;
import dev.hansom.auth.Secret.Scram;
import dev.hansom.wire.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScramServerTest {

    // The exchange of RFC 7677 section 3.
    private static final String CLIENT_NONCE = "rOprNGfwEbeRWgbNEkqO";
    private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String SALT = "W22ZaJ0SNY7soEsUEjb6gQ==";
    private static final String CLIENT_FIRST = "n,,n=user,r=" + CLIENT_NONCE;
    private static final String WITHOUT_PROOF = "c=biws,r=" + CLIENT_NONCE + SERVER_NONCE;
    private static final String PROOF = "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";

    private static final Scram PENCIL =
            ScramVerifiers.derive("pencil", Base64.getDecoder().decode(SALT), 4096);

    private final ScramServer server = new ScramServer(PENCIL, () -> SERVER_NONCE);

    @Test
    void speaksTheExchangeOfRfc7677() throws ProtocolException {
        assertThat(first(CLIENT_FIRST)).isEqualTo("r=" + CLIENT_NONCE + SERVER_NONCE + ",s=" + SALT + ",i=4096");
        assertThat(server.onClientFinal(bytes(WITHOUT_PROOF + ",p=" + PROOF)))
                .hasValueSatisfying(message -> assertThat(message)
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="));
    }

    @Test
    void aWrongProofGivesNothing() throws ProtocolException {
        first(CLIENT_FIRST);
        String wrong = "e" + PROOF.substring(1);
        assertThat(server.onClientFinal(bytes(WITHOUT_PROOF + ",p=" + wrong))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pencil", "\u2168", "a\u00adb", "p\u00e4ss w\u00f6rd", "\u0007bell", "a,b=c"})
    void agreesWithTheClientOnHowPasswordsArePrepared(String password) throws Exception {
        Scram verifier = new ScramVerifiers().of("user", password);
        assertThat(exchange(new ScramServer(verifier, () -> SERVER_NONCE), password))
                .isTrue();
    }

    @Test
    void aClientWithAnotherPasswordIsRefused() throws Exception {
        assertThat(exchange(server, "pencils")).isFalse();
    }

    @Test
    void acceptsAClientThatCouldBindTheChannelAndExtensions() throws ProtocolException {
        assertThat(first("y,,n=,r=abc,x=1,y=2")).startsWith("r=abc" + SERVER_NONCE);
        assertThat(server.onClientFinal(bytes("c=eSws,r=abc" + SERVER_NONCE + ",x=1,p=" + PROOF)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "NULL", textBlock = """
                    ''                       | 08P01 | malformed SCRAM message: the message is empty
                    x,,n=,r=abc              | 08P01 | malformed SCRAM message: unexpected channel-binding flag
                    p=tls-unique,,n=,r=abc   | 08P01 | client selected SCRAM-SHA-256 without channel binding, but the SCRAM message includes channel binding data
                    n                        | 08P01 | malformed SCRAM message: ',' expected
                    nn,n=,r=abc              | 08P01 | malformed SCRAM message: ',' expected
                    n,x,n=,r=abc             | 08P01 | malformed SCRAM message: ',' expected
                    n,a=root,n=,r=abc        | 0A000 | client uses authorization identity, but it is not supported
                    n,,m=1,n=,r=abc          | 0A000 | client requires an unsupported SCRAM extension
                    n,,                      | 08P01 | malformed SCRAM message: attribute 'n' expected
                    n,,n=user                | 08P01 | malformed SCRAM message: attribute 'r' expected
                    n,,r=abc,n=user          | 08P01 | malformed SCRAM message: attribute 'n' expected
                    n,,n=,r=                 | 08P01 | non-printable characters in SCRAM nonce
                    n,,n=,r=a b              | 08P01 | non-printable characters in SCRAM nonce
                    n,,n=,r=abc,1=x          | 08P01 | malformed SCRAM message: attribute expected
                    n,,n=,r=abc,x            | 08P01 | malformed SCRAM message: attribute 'x' expected
                    n,,n=,r=a\u0000bc        | 08P01 | malformed SCRAM message: message length does not match input length
                    """)
    void malformedFirst(String message, String sqlState, String error) {
        ProtocolException e = catchThrowableOfType(ProtocolException.class, () -> server.onClientFirst(bytes(message)));
        assertThat(e).hasMessage(error);
        assertThat(e.sqlState()).isEqualTo(sqlState);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                     | malformed SCRAM message: the message is empty
                    r=NONCE,p=PROOF        | malformed SCRAM message: attribute 'c' expected
                    c=eSws,r=NONCE,p=PROOF | unexpected SCRAM channel-binding attribute in client-final-message
                    c=biws,p=PROOF         | malformed SCRAM message: attribute 'r' expected
                    c=biws,r=abc,p=PROOF   | invalid SCRAM response: nonce does not match
                    c=biws,r=NONCE         | malformed SCRAM message: attribute 'p' expected
                    c=biws,r=NONCE,        | malformed SCRAM message: attribute 'p' expected
                    c=biws,r=NONCE,p=AQID  | malformed SCRAM message: attribute 'p' is malformed
                    c=biws,r=NONCE,p=***   | malformed SCRAM message: attribute 'p' is malformed
                    c=biws,r=NONCE,p=PROOF,x=1 | malformed SCRAM message: garbage found at the end of client-final-message
                    """)
    void malformedFinal(String message, String error) throws ProtocolException {
        first(CLIENT_FIRST);
        String text = message.replace("NONCE", CLIENT_NONCE + SERVER_NONCE).replace("PROOF", PROOF);
        ProtocolException e = catchThrowableOfType(ProtocolException.class, () -> server.onClientFinal(bytes(text)));
        assertThat(e).hasMessage(error);
        assertThat(e.sqlState()).isEqualTo("08P01");
    }

    @Test
    void theFirstMessageComesFirst() {
        assertThatThrownBy(() -> server.onClientFinal(bytes(WITHOUT_PROOF))).isInstanceOf(IllegalStateException.class);
    }

    private String first(String message) throws ProtocolException {
        return new String(server.onClientFirst(bytes(message)), StandardCharsets.UTF_8);
    }

    /** Whether the server takes the password of an independent client, and the client then the server's signature. */
    private static boolean exchange(ScramServer server, String password) throws Exception {
        ScramClient client = ScramClient.builder()
                .advertisedMechanisms(List.of(ScramServer.MECHANISM))
                .username("us\u00e9r")
                .password(password.toCharArray())
                .stringPreparation(StringPreparation.POSTGRESQL_PREPARATION)
                .build();
        byte[] serverFirst =
                server.onClientFirst(bytes(client.clientFirstMessage().toString()));
        client.serverFirstMessage(new String(serverFirst, StandardCharsets.UTF_8));
        byte[] clientFinal = bytes(client.clientFinalMessage().toString());
        byte[] serverFinal = server.onClientFinal(clientFinal).orElse(null);
        if (serverFinal == null) {
            return false;
        }
        client.serverFinalMessage(new String(serverFinal, StandardCharsets.UTF_8));
        return true;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
