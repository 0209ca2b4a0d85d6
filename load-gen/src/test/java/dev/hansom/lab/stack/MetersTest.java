package dev.hansom.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Prometheus' text, as Micrometer writes it. */
final class MetersTest {

    @Test
    void sumsOverLabelsAndLeavesOthersOut() {
        String text = """
                # HELP hansom_pooler_parses_total Parse messages
                # TYPE hansom_pooler_parses_total counter
                hansom_pooler_parses_total{database="shop",user="a } b"} 3.0
                hansom_pooler_parses_total{database="shop",user="c"} 4.5E1 1796093618555
                hansom_pooler_loops 1.0
                jvm_threads_live_threads 12.0
                """;
        assertThat(Meters.sum(text, "hansom_pooler_"))
                .isEqualTo(Map.of("hansom_pooler_parses_total", 48.0, "hansom_pooler_loops", 1.0));
    }
}
