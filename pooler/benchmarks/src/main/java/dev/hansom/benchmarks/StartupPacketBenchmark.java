package dev.hansom.benchmarks;

import dev.hansom.wire.FrontendMessages;
import dev.hansom.wire.ProtocolException;
import dev.hansom.wire.StartupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to read the packet that opens a connection, with the parameters psql sends. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StartupPacketBenchmark {

    private ByteBuf body = Unpooled.EMPTY_BUFFER;

    @Setup
    public void write() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("user", "shop");
        parameters.put("database", "shop");
        parameters.put("application_name", "psql");
        parameters.put("client_encoding", "UTF8");
        body = Unpooled.directBuffer();
        FrontendMessages.startup(body, parameters);
        body.skipBytes(Integer.BYTES);
    }

    @TearDown
    public void release() {
        body.release();
    }

    @Benchmark
    public StartupPacket parse() throws ProtocolException {
        return StartupPacket.parse(body);
    }
}
