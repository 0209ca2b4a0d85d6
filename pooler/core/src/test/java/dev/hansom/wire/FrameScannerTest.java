package dev.hansom.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameScannerTest {

    private static final byte[] NAME = {'s', '1'};

    /** Feeds a stream byte by byte: each message has to show up at its last byte and at no other. */
    @Test
    void findsEachMessageWhenItsLastByteArrives() throws ProtocolException {
        ByteBuf stream = Unpooled.buffer().writeBytes(new byte[] {9, 9, 9});
        stream.readerIndex(3);
        List<Integer> ends = new ArrayList<>();
        FrontendMessages.query(stream, "SELECT 1");
        ends.add(stream.writerIndex());
        FrontendMessages.sync(stream);
        ends.add(stream.writerIndex());
        FrontendMessages.close(stream, (byte) 'S', NAME);
        ends.add(stream.writerIndex());
        FrontendMessages.query(stream, "");
        ends.add(stream.writerIndex());

        StringBuilder types = new StringBuilder();
        List<Integer> seenAt = new ArrayList<>();
        int at = 3;
        for (int end = 3; end <= stream.writerIndex(); end++) {
            assertThat(FrameScanner.hasHeader(stream, at, end)).isEqualTo(end - at >= 5);
            while (FrameScanner.isComplete(stream, at, end)) {
                FrameScanner.checkLength(FrameScanner.length(stream, at));
                types.append((char) FrameScanner.type(stream, at));
                seenAt.add(end);
                at = FrameScanner.end(stream, at);
                assertThat(at).isEqualTo(end);
            }
        }
        assertThat(types).hasToString("QSCQ");
        assertThat(seenAt).isEqualTo(ends);
        assertThat(stream.readerIndex()).isEqualTo(3);
    }

    @Test
    void seesTheNextMessageBehindACompleteOneInTheSameRead() {
        ByteBuf stream = Unpooled.buffer();
        FrontendMessages.sync(stream);
        FrontendMessages.terminate(stream);
        int end = stream.writerIndex();
        assertThat(FrameScanner.isComplete(stream, 0, end)).isTrue();
        assertThat(FrameScanner.end(stream, 0)).isEqualTo(5);
        assertThat(FrameScanner.type(stream, 5)).isEqualTo(MessageType.Frontend.TERMINATE);
        assertThat(FrameScanner.end(stream, 5)).isEqualTo(end);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, 0x3fffffff, 1 << 30, Integer.MAX_VALUE})
    void refusesLengthsThatCannotBe(int length) {
        ProtocolException e = catchThrowableOfType(ProtocolException.class, () -> FrameScanner.checkLength(length));
        assertThat(e).hasMessage("invalid message length");
        assertThat(e.sqlState()).isEqualTo("08P01");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 8192, 0x3ffffffe})
    void takesLengthsThatPostgresTakes(int length) {
        assertThatCode(() -> FrameScanner.checkLength(length)).doesNotThrowAnyException();
    }

    @Test
    void aHugeLengthIsNotComplete() {
        ByteBuf stream =
                Unpooled.buffer().writeByte('Q').writeInt(Integer.MAX_VALUE).writeZero(100);
        assertThat(FrameScanner.isComplete(stream, 0, stream.writerIndex())).isFalse();
    }

    @Test
    void typesAboveAsciiAreUnsigned() {
        assertThat(FrameScanner.type(Unpooled.buffer().writeByte(0xff), 0)).isEqualTo(255);
    }

    @Test
    void findsTheEndOfAString() {
        ByteBuf text = Unpooled.copiedBuffer("ab\0cd\0", StandardCharsets.US_ASCII);
        assertThat(FrameScanner.cstringEnd(text, 0, 6)).isEqualTo(2);
        assertThat(FrameScanner.cstringEnd(text, 2, 6)).isEqualTo(2);
        assertThat(FrameScanner.cstringEnd(text, 3, 6)).isEqualTo(5);
        assertThat(FrameScanner.cstringEnd(text, 3, 5)).isEqualTo(-1);
        assertThat(FrameScanner.cstringEnd(text, 6, 6)).isEqualTo(-1);
        assertThat(FrameScanner.cstringEnd(text, 6, 2)).isEqualTo(-1);
    }
}
