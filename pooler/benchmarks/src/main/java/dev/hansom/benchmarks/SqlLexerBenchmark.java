package dev.hansom.benchmarks;

import dev.hansom.state.ClientEncoding;
import dev.hansom.state.PreparedCommands;
import dev.hansom.state.SqlLexer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to read a statement of 200 bytes, once a text where it is prepared. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SqlLexerBenchmark {

    private final byte[] text =
            ("SELECT o.id, o.placed_at, l.product_id, l.quantity, p.name, p.price_cents FROM orders o "
                            + "JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id "
                            + "WHERE o.id = $1 AND p.kind <> 'x'")
                    .getBytes(StandardCharsets.UTF_8);

    /** Looks for commands about prepared statements, of which there are none. */
    @Benchmark
    public PreparedCommands read() {
        return PreparedCommands.of(text, new SqlLexer(text, 0, text.length, false, ClientEncoding.PLAIN));
    }
}
