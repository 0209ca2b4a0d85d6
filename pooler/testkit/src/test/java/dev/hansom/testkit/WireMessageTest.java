package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireMessageTest {

    private static String hex(WireMessage message) {
        return HexFormat.of().formatHex(message.encode());
    }

    @Test
    void lengthCountsItselfButNotTheType() {
        assertThat(hex(FrontendMessages.sync())).isEqualTo("5300000004");
        assertThat(hex(FrontendMessages.query("A"))).isEqualTo("51000000064100");
        assertThat(hex(FrontendMessages.sslRequest())).isEqualTo("0000000804d2162f");
        assertThat(hex(FrontendMessages.cancelRequest(BackendKey.of(1, -2))))
                .isEqualTo("0000001004d2162e00000001fffffffe");
        assertThat(hex(FrontendMessages.startup(Map.of("user", "u")))).isEqualTo("00000010000300007573657200750000");
        assertThat(WireMessage.encode(FrontendMessages.flush(), FrontendMessages.sync()))
                .hasSize(10);
    }

    @Test
    void readyForQueryIsReadInEveryForm() {
        assertThat(hex(BackendMessages.readyForQuery('I'))).isEqualTo("5a0000000549");
        ReadyForQuery one = ReadyForQuery.version1('I', false, false, false, "0/0");
        assertThat(one.message().body()).as("status, three flags, a position").hasSize(1 + 3 * 4 + 6);
        assertThat(hex(one.message()))
                .isEqualTo("5a0000001749" + "01540130" + "01480130" + "01500130" + "014c03302f30");
        assertThat(ReadyForQuery.read(one.message())).isEqualTo(one);

        ReadyForQuery three =
                ReadyForQuery.version3('T', true, false, true, 0x17F5830L).with("x", "an extension's");
        assertThat(hex(three.message()))
                .startsWith("5a0000002d54" + "01540131" + "01480130" + "01500131" + "016c0800000000017f5830");
        assertThat(ReadyForQuery.read(three.message())).isEqualTo(three);
        assertThat(ReadyForQuery.read(three.message()).pairs()).containsKey("x").containsEntry("T", "1");
    }

    @Test
    void aBodyThatIsTooShortIsNoticed() {
        assertThatThrownBy(() -> ReadyForQuery.read(new WireMessage('Z', new byte[] {'I', 1, 'T', 9, '1'})))
                .isInstanceOf(BufferUnderflowException.class);
        assertThatThrownBy(() -> new WireReader(new byte[] {'a'}).string())
                .isInstanceOf(BufferUnderflowException.class);
    }

    @Test
    void errorsKeepTheirFields() {
        ErrorFields fields = ErrorFields.read(BackendMessages.error("FATAL", "53300", "too many"));
        assertThat(fields.toString()).isEqualTo("FATAL 53300: too many");
        assertThat(fields.hint()).isEmpty();
    }

    @Test
    void shownReadably() {
        assertThat(FrontendMessages.query("ä").toString()).isEqualTo("Q(3)\"\\xc3\\xa4\\0\"");
        assertThat(FrontendMessages.sslRequest().toString()).startsWith("untyped(4)");
    }
}
