package dev.hansom.benchmarks;

import dev.hansom.prepared.CatalogStatement;
import dev.hansom.prepared.ClientStatement;
import dev.hansom.prepared.ClientStatements;
import dev.hansom.prepared.ServerStatements;
import dev.hansom.prepared.StatementCatalog;
import dev.hansom.prepared.StatementRewriter;
import dev.hansom.wire.FrameScanner;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
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

/** What a Bind of a named statement costs: its name looked up, marked as used on the server, and exchanged. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class StatementRewriterBenchmark {

    private static final int NAMES = 50;

    private final StatementCatalog catalog = new StatementCatalog();
    private final ClientStatements client = new ClientStatements(catalog);
    private final ServerStatements server = new ServerStatements(catalog, NAMES);
    private final ByteBuf out = Unpooled.directBuffer(256);
    private final ByteBuf[] binds = new ByteBuf[NAMES];
    private int next;

    /** Gives the client fifty statements, all of them prepared. */
    @Setup
    public void prepare() {
        for (int i = 0; i < NAMES; i++) {
            ByteBuf body = text("SELECT * FROM t WHERE id = $1 AND n = " + i + "\0\0\0");
            ByteBuf name = text("S_" + i);
            CatalogStatement statement = catalog.intern(body, 0, body.readableBytes());
            client.add(name, 0, name.readableBytes(), statement);
            server.add(statement);
            binds[i] = text("B\0\0\0\40\0S_" + i + "\0\0\0\0\1\0\0\0\4\0\0\0\7\0\0");
        }
    }

    @TearDown
    public void release() {
        out.release();
    }

    /** Returns the length of the beginning of the Bind that is written. */
    @Benchmark
    public int bind() {
        ByteBuf bind = binds[next++ % NAMES];
        int end = bind.writerIndex();
        int portalEnd = FrameScanner.cstringEnd(bind, 5, end);
        int nameEnd = FrameScanner.cstringEnd(bind, portalEnd + 1, end);
        ClientStatement named = client.find(bind, portalEnd + 1, nameEnd);
        if (named == null || !server.touch(named.statement())) {
            throw new IllegalStateException("not prepared");
        }
        out.clear();
        StatementRewriter.bindHead(out, bind, 0, portalEnd, nameEnd, named.statement());
        return out.readableBytes();
    }

    private static ByteBuf text(String bytes) {
        return Unpooled.directBuffer().writeBytes(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }
}
