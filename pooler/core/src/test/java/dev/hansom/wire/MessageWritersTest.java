package dev.hansom.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every writer against bytes written by hand from the protocol's documentation, one char a byte. */
class MessageWritersTest {

    private static final byte[] KEY = {1, 2, 3, 4};

    @Test
    void reports() {
        expect(
                out -> BackendMessages.errorResponse(out, "FATAL", "57P03", "no", null),
                "E\0\0\0\36SFATAL\0VFATAL\0C57P03\0Mno\0\0");
        expect(
                out -> BackendMessages.errorResponse(out, "ERROR", "26000", "no", "try"),
                "E\0\0\0\43SERROR\0VERROR\0C26000\0Mno\0Htry\0\0");
        expect(
                out -> BackendMessages.noticeResponse(out, "NOTICE", "00000", "hi", null),
                "N\0\0\0\40SNOTICE\0VNOTICE\0C00000\0Mhi\0\0");
    }

    @Test
    void aReportMayQuoteBytesThatAreNoText() {
        ByteBuf out = Unpooled.buffer();
        BackendMessages.errorResponse(out, "FATAL", "08P01", "bad\0byte", "see\0above");
        assertThat(ErrorFields.parse(out, 5, out.writerIndex() - 5))
                .isEqualTo(new ErrorFields("FATAL", "08P01", "bad?byte", null, "see?above"));
    }

    @Test
    void authentication() {
        expect(BackendMessages::authenticationOk, "R\0\0\0\10\0\0\0\0");
        expect(out -> BackendMessages.authenticationMd5(out, KEY), "R\0\0\0\14\0\0\0\5\1\2\3\4");
        expect(out -> BackendMessages.authenticationSasl(out, List.of("AB", "C")), "R\0\0\0\16\0\0\0\12AB\0C\0\0");
        expect(out -> BackendMessages.authenticationSaslContinue(out, KEY), "R\0\0\0\14\0\0\0\13\1\2\3\4");
        expect(out -> BackendMessages.authenticationSaslFinal(out, KEY), "R\0\0\0\14\0\0\0\14\1\2\3\4");
        assertThatThrownBy(() -> BackendMessages.authenticationMd5(Unpooled.buffer(), new byte[3]))
                .hasMessage("an md5 salt has 4 bytes, not 3");
    }

    @Test
    void sessionStart() {
        expect(out -> BackendMessages.parameterStatus(out, "a", "b\u00fc"), "S\0\0\0\12a\0b\303\274\0");
        expect(out -> BackendMessages.backendKeyData(out, 258, KEY), "K\0\0\0\14\0\0\1\2\1\2\3\4");
        expect(out -> BackendMessages.readyForQuery(out, (byte) 'T'), "Z\0\0\0\5T");
        expect(
                out -> BackendMessages.negotiateProtocolVersion(out, 0, List.of("_pq_.x")),
                "v\0\0\0\23\0\3\0\0\0\0\0\1_pq_.x\0");
    }

    @Test
    void synthesizedReplies() {
        expect(BackendMessages::parseComplete, "1\0\0\0\4");
        expect(BackendMessages::closeComplete, "3\0\0\0\4");
    }

    @Test
    void packetsWithoutAType() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("user", "al");
        parameters.put("database", "d");
        expect(out -> FrontendMessages.startup(out, parameters), "\0\0\0\34\0\3\0\0user\0al\0database\0d\0\0");
        expect(FrontendMessages::sslRequest, "\0\0\0\10\4\322\26\57");
        expect(out -> FrontendMessages.cancelRequest(out, 258, KEY), "\0\0\0\20\4\322\26\56\0\0\1\2\1\2\3\4");
    }

    @Test
    void logins() {
        expect(out -> FrontendMessages.password(out, "pw"), "p\0\0\0\7pw\0");
        expect(out -> FrontendMessages.saslInitialResponse(out, "M", KEY), "p\0\0\0\16M\0\0\0\0\4\1\2\3\4");
        expect(out -> FrontendMessages.saslResponse(out, KEY), "p\0\0\0\10\1\2\3\4");
    }

    @Test
    void queries() {
        expect(out -> FrontendMessages.query(out, "SELECT 1"), "Q\0\0\0\15SELECT 1\0");
        expect(FrontendMessages::sync, "S\0\0\0\4");
        expect(FrontendMessages::terminate, "X\0\0\0\4");
        expect(out -> FrontendMessages.close(out, (byte) 'S', latin1("s1")), "C\0\0\0\10Ss1\0");
        expect(out -> FrontendMessages.parse(out, latin1("s1"), latin1("X\0\0\0")), "P\0\0\0\13s1\0X\0\0\0");
    }

    @Test
    void parseTakesTheReadableBytesAndLeavesThem() {
        ByteBuf rest =
                Unpooled.copiedBuffer("--X\0\0\0", StandardCharsets.ISO_8859_1).skipBytes(2);
        expect(out -> FrontendMessages.parse(out, new byte[0], rest), "P\0\0\0\11\0X\0\0\0");
        assertThat(rest.readerIndex()).isEqualTo(2);
        assertThat(rest.refCnt()).isEqualTo(1);
    }

    @Test
    void aNulCannotSmuggleAMessage() {
        assertThatThrownBy(() -> FrontendMessages.query(Unpooled.buffer(), "SELECT 1\0; DROP"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NUL");
    }

    /** Writes behind a byte that is already there, as into a buffer that holds other messages. */
    private static void expect(Consumer<ByteBuf> writer, String expected) {
        ByteBuf out = Unpooled.buffer().writeByte('#');
        writer.accept(out);
        assertThat(out.toString(StandardCharsets.ISO_8859_1)).isEqualTo("#" + expected);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
