package dev.hansom.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.lab.stack.StackSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The options of {@code lab up}; stacks themselves are tested with the launcher. */
final class UpCommandTest {

    private final UpCommand up = new UpCommand();
    private final StringWriter errors = new StringWriter();
    private final CommandLine line = new CommandLine(up).setErr(new PrintWriter(errors));

    @Test
    void withoutOptionsThereIsASidecar() {
        line.parseArgs();
        assertThat(up.stackOptions.spec())
                .isEqualTo(new StackSpec(
                        StackSpec.Topology.SIDECAR,
                        StackSpec.Statements.CACHED,
                        StackSpec.Transactions.PER_STATEMENT,
                        10,
                        20,
                        Optional.of(200),
                        Optional.of("none")));
    }

    @Test
    void namesAreSpeltAsInRecipes() {
        line.parseArgs("--topology", "direct", "--statements", "simple", "--transactions", "per-request");
        assertThat(up.stackOptions.spec())
                .isEqualTo(new StackSpec(
                        StackSpec.Topology.DIRECT,
                        StackSpec.Statements.SIMPLE,
                        StackSpec.Transactions.PER_REQUEST,
                        10,
                        20,
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void unknownNameIsRefusedWithThoseThereAre() {
        assertThat(line.execute("--topology", "sideways")).isEqualTo(2);
        assertThat(errors.toString()).contains("--topology", "direct, embedded, sidecar", "sideways");
    }

    @Test
    void urlThatIsNoneIsRefused() {
        assertThat(line.execute("--postgres-url", "localhost")).isEqualTo(2);
        assertThat(errors.toString()).contains("postgresql://user:password@host:port/database");
    }
}
