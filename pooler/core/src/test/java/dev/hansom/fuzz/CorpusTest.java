package dev.hansom.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Replays the corpora, which hold an input for each way through a target that the fuzzer has found. */
class CorpusTest {

    private static final Path CORPORA = Path.of("src/test/resources/fuzz");

    @TestFactory
    Stream<DynamicTest> corporaAreFreeOfFindings() {
        return Stream.of(
                replay("StartupPacketFuzz", StartupPacketFuzz::fuzzerTestOneInput),
                replay("FrameReaderFuzz", FrameReaderFuzz::fuzzerTestOneInput),
                replay("StatementRewriterFuzz", StatementRewriterFuzz::fuzzerTestOneInput),
                replay("SqlLexerFuzz", SqlLexerFuzz::fuzzerTestOneInput));
    }

    private static DynamicTest replay(String target, Consumer<byte[]> fuzz) {
        return DynamicTest.dynamicTest(target, () -> {
            List<Path> inputs = inputs(CORPORA.resolve(target));
            assertThat(inputs).as("inputs for %s", target).isNotEmpty();
            for (Path input : inputs) {
                fuzz.accept(Files.readAllBytes(input));
            }
        });
    }

    private static List<Path> inputs(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }
}
