package dev.hansom.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hansom.wire.StartupPacket.CancelRequest;
import dev.hansom.wire.StartupPacket.GssEncRequest;
import dev.hansom.wire.StartupPacket.SslRequest;
import dev.hansom.wire.StartupPacket.StartupMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartupPacketTest {

    private static final int V3 = 3 << 16;
    private static final String LAYOUT = "invalid startup packet layout: expected terminator as last byte";
    private static final String NO_USER = "no PostgreSQL user name specified in startup packet";

    @Test
    void readsParametersInTheirOrder() throws ProtocolException {
        StartupMessage message = startup(V3, "user\0al\u00efce\0database\0shop\0application_name\0\0\0");
        assertThat(message.major()).isEqualTo(3);
        assertThat(message.minor()).isZero();
        assertThat(message.parameters())
                .containsExactly(
                        Map.entry("user", "al\u00efce"),
                        Map.entry("database", "shop"),
                        Map.entry("application_name", ""));
        assertThat(message.unsupportedOptions()).isEmpty();
    }

    @Test
    void takesTheLastOfTwoValues() throws ProtocolException {
        StartupMessage message = startup(V3, "user\0bob\0database\0shop\0user\0alice\0\0");
        assertThat(message.parameters()).containsExactly(Map.entry("user", "alice"), Map.entry("database", "shop"));
    }

    @Test
    void reportsWhatHasToBeNegotiated() throws ProtocolException {
        StartupMessage message = startup(V3 | 2, "user\0alice\0_pq_.wide\0on\0_pq_.tall\0on\0\0");
        assertThat(message.minor()).isEqualTo(2);
        assertThat(message.unsupportedOptions()).containsExactly("_pq_.wide", "_pq_.tall");
    }

    @Test
    void readsWhatIsNoStartupMessage() throws ProtocolException {
        assertThat(StartupPacket.parse(body(StartupPacket.SSL_REQUEST_CODE, "")))
                .isEqualTo(new SslRequest());
        assertThat(StartupPacket.parse(body(StartupPacket.GSSENC_REQUEST_CODE, "")))
                .isEqualTo(new GssEncRequest());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 32, 256})
    void readsCancelKeysOfAllVersions(int keyLength) throws ProtocolException {
        byte[] key = new byte[keyLength];
        new Random(keyLength).nextBytes(key);
        ByteBuf packet = Unpooled.buffer();
        FrontendMessages.cancelRequest(packet, 4711, key);
        assertThat(packet.readInt()).isEqualTo(12 + keyLength);
        assertThat(StartupPacket.parse(packet)).isEqualTo(new CancelRequest(4711, key));
    }

    @Test
    void leavesTheIndexesOfTheBufferAlone() throws ProtocolException {
        ByteBuf buffer = Unpooled.buffer().writeInt(99).writeBytes(body(V3, "user\0alice\0\0"));
        buffer.skipBytes(Integer.BYTES);
        StartupPacket.parse(buffer);
        assertThat(buffer.readerIndex()).isEqualTo(Integer.BYTES);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments("empty", Unpooled.EMPTY_BUFFER, "08P01", "invalid length of startup packet"),
                arguments("three bytes", bytes(0, 3, 0), "08P01", "invalid length of startup packet"),
                arguments("too long", body(V3, "x".repeat(9_997)), "08P01", "invalid length of startup packet"),
                arguments("no terminator at all", body(V3, ""), "08P01", LAYOUT),
                arguments("name without an end", body(V3, "user"), "08P01", LAYOUT),
                arguments("name without a value", body(V3, "user\0"), "08P01", LAYOUT),
                arguments("value without an end", body(V3, "user\0alice"), "08P01", LAYOUT),
                arguments("no terminator", body(V3, "user\0alice\0"), "08P01", LAYOUT),
                arguments("bytes after the terminator", body(V3, "user\0alice\0\0x"), "08P01", LAYOUT),
                arguments("two terminators", body(V3, "user\0alice\0\0\0"), "08P01", LAYOUT),
                arguments("empty option name", body(V3, "user\0alice\0\0on\0\0"), "08P01", LAYOUT),
                arguments("no parameters", body(V3, "\0"), "28000", NO_USER),
                arguments("no user", body(V3, "database\0shop\0\0"), "28000", NO_USER),
                arguments("empty user", body(V3, "user\0\0\0"), "28000", NO_USER),
                arguments("version 2", body(2 << 16, "user\0alice\0\0"), "0A000", unsupported("2.0")),
                arguments("version 4.1", body(4 << 16 | 1, "user\0alice\0\0"), "0A000", unsupported("4.1")),
                arguments("huge version", body(-1, ""), "0A000", unsupported("65535.65535")),
                arguments("HTTP", ascii("GET / HTTP/1.1\r\n\r\n"), "0A000", unsupported("18245.21536")),
                arguments("cancel without pid", cancel(0), "08P01", "invalid length of cancel request packet"),
                arguments("cancel with half a pid", cancel(3), "08P01", "invalid length of cancel request packet"),
                arguments("cancel without key", cancel(4), "08P01", badKey()),
                arguments("cancel key too long", cancel(4 + 257), "08P01", badKey()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String what, ByteBuf body, String sqlState, String message) {
        ProtocolException e = catchThrowableOfType(ProtocolException.class, () -> StartupPacket.parse(body));
        assertThat(e).as(what).hasMessage(message);
        assertThat(e.sqlState()).isEqualTo(sqlState);
        assertThat(e.getStackTrace()).isEmpty();
    }

    @Test
    void takesTheLongestPacketPostgresTakes() throws ProtocolException {
        String value = "x".repeat(StartupPacket.MAX_LENGTH - Integer.BYTES - "user\0\0\0".length());
        assertThat(startup(V3, "user\0" + value + "\0\0").parameters()).containsEntry("user", value);
    }

    @Test
    void hostileBytesGiveNothingButAProtocolException() {
        Random random = new Random(20_240_229);
        byte[] valid = "user\0alice\0database\0shop\0\0".getBytes(StandardCharsets.US_ASCII);
        int[] codes = {V3, V3, V3 | 2, StartupPacket.CANCEL_REQUEST_CODE, StartupPacket.SSL_REQUEST_CODE};
        int refused = 0;
        for (int round = 0; round < 100_000; round++) {
            ByteBuf body = Unpooled.buffer();
            if (random.nextInt(10) > 0) {
                body.writeInt(codes[random.nextInt(codes.length)]);
            }
            byte[] tail = random.nextBoolean() ? valid.clone() : new byte[random.nextInt(300)];
            for (int i = random.nextInt(4); i > 0 && tail.length > 0; i--) {
                tail[random.nextInt(tail.length)] = (byte) random.nextInt();
            }
            body.writeBytes(tail, 0, tail.length == 0 ? 0 : random.nextInt(tail.length + 1));
            try {
                StartupPacket packet = StartupPacket.parse(body);
                if (packet instanceof StartupMessage message) {
                    assertThat(message.parameters().get("user")).isNotEmpty();
                }
            } catch (ProtocolException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(10_000, 90_000);
    }

    private static StartupMessage startup(int version, String parameters) throws ProtocolException {
        return (StartupMessage) StartupPacket.parse(body(version, parameters));
    }

    private static ByteBuf body(int code, String rest) {
        return Unpooled.buffer().writeInt(code).writeBytes(rest.getBytes(StandardCharsets.UTF_8));
    }

    private static ByteBuf cancel(int moreBytes) {
        return Unpooled.buffer().writeInt(StartupPacket.CANCEL_REQUEST_CODE).writeZero(moreBytes);
    }

    private static ByteBuf ascii(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private static ByteBuf bytes(int... values) {
        ByteBuf buffer = Unpooled.buffer();
        for (int value : values) {
            buffer.writeByte(value);
        }
        return buffer;
    }

    private static String unsupported(String version) {
        return "unsupported frontend protocol " + version + ": server supports 3.0 to 3.2";
    }

    private static String badKey() {
        return "invalid length of cancel key in cancel request packet";
    }
}
