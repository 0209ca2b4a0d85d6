package dev.hansom.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ErrorFieldsTest {

    @Test
    void readsWhatTheWriterWrote() {
        ByteBuf out = Unpooled.buffer();
        BackendMessages.errorResponse(out, "ERROR", "26000", "no such statement", "prepare it");
        int body = FrameScanner.HEADER_BYTES;
        assertThat(ErrorFields.parse(out, body, out.writerIndex() - body))
                .isEqualTo(new ErrorFields("ERROR", "26000", "no such statement", null, "prepare it"));
    }

    @Test
    void readsALocalisedServerAndSkipsUnknownFields() {
        assertThat(parse("SFEHLER\0VERROR\0C42601\0Mm\u00fc\0Dd\0P15\0zwhat\0Hh\0\0"))
                .isEqualTo(new ErrorFields("ERROR", "42601", "m\u00fc", "d", "h"));
    }

    @Test
    void takesTheLocalSeverityOfAnOldServer() {
        assertThat(parse("SFATAL\0C57P03\0Mstarting\0\0").severity()).isEqualTo("FATAL");
    }

    @Test
    void makesTheBestOfWhatIsCutOff() {
        assertThat(parse("C57P01\0Mterminating conn"))
                .isEqualTo(new ErrorFields("ERROR", "57P01", "terminating conn", null, null));
        assertThat(parse("")).isEqualTo(new ErrorFields("ERROR", "XX000", "", null, null));
        assertThat(parse("M")).isEqualTo(new ErrorFields("ERROR", "XX000", "", null, null));
    }

    private static ErrorFields parse(String fields) {
        byte[] bytes = fields.getBytes(StandardCharsets.UTF_8);
        ByteBuf buffer = Unpooled.buffer().writeZero(7).writeBytes(bytes).writeBytes(new byte[] {'M', 'x', 0});
        return ErrorFields.parse(buffer, 7, bytes.length);
    }
}
