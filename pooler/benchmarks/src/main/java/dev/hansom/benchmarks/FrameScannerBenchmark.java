package dev.hansom.benchmarks;

import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.MessageType.Backend;
import dev.hansom.wire.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to walk one full read buffer of server messages, from the first header to the last. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class FrameScannerBenchmark {

    private static final int BUFFER_BYTES = 16 * 1024;

    /** Body bytes of a DataRow: short ones make headers dear, long ones are skipped. */
    @Param({"32", "400"})
    private int rowBytes;

    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;

    /** Fills the buffer with replies of a row each, the last one cut off as a read cuts it. */
    @Setup
    public void fill() {
        ByteBuf replies = Unpooled.buffer();
        while (replies.readableBytes() < BUFFER_BYTES) {
            BackendMessages.parseComplete(replies);
            message(replies, Backend.BIND_COMPLETE, 0);
            message(replies, Backend.ROW_DESCRIPTION, 60);
            message(replies, Backend.DATA_ROW, rowBytes);
            message(replies, Backend.COMMAND_COMPLETE, 9);
            BackendMessages.readyForQuery(replies, (byte) 'I');
        }
        buffer = Unpooled.directBuffer(BUFFER_BYTES, BUFFER_BYTES).writeBytes(replies, BUFFER_BYTES);
        replies.release();
    }

    @TearDown
    public void release() {
        buffer.release();
    }

    /** Returns the number of ReadyForQuery messages, so that no read can be left out. */
    @Benchmark
    public int scan() throws ProtocolException {
        int end = buffer.writerIndex();
        int at = 0;
        int ready = 0;
        while (FrameScanner.hasHeader(buffer, at, end)) {
            FrameScanner.checkLength(FrameScanner.length(buffer, at));
            if (!FrameScanner.isComplete(buffer, at, end)) {
                break;
            }
            if (FrameScanner.type(buffer, at) == Backend.READY_FOR_QUERY) {
                ready++;
            }
            at = FrameScanner.end(buffer, at);
        }
        return ready;
    }

    private static void message(ByteBuf out, byte type, int bodyBytes) {
        out.writeByte(type).writeInt(Integer.BYTES + bodyBytes).writeZero(bodyBytes);
    }
}
