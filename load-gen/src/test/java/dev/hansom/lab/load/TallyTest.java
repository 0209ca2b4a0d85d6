package dev.hansom.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TallyTest {

    @ParameterizedTest
    @CsvSource({"100, 5000000", "300, 1666667", "499, 1002004", "500, 1000000", "2000, 1000000"})
    void lateIsHalfTheTimeBetweenTwoRequestsAndAMillisecondAtLeast(double rate, long nanos) {
        LoadSpec spec = new LoadSpec(
                List.of(new LoadSpec.Request("GET", "http://127.0.0.1:1/", "", 1)),
                rate,
                Duration.ofSeconds(1),
                Duration.ZERO,
                1,
                Duration.ofSeconds(1));
        assertThat(spec.lateAfter()).hasNanos((int) nanos);
    }

    @Test
    void sendIsLateBeyondTheLimitAndOnlyInsideTheWindow() {
        Tally tally = new Tally(1_000, 10_000_000, 2_000_000);
        tally.sent(999, 5_000_000, false);
        tally.sent(1_000, 2_001_000, false);
        assertThat(tally.late).isZero();
        tally.sent(1_000, 2_001_001, false);
        assertThat(tally.late).isEqualTo(1);
        assertThat(tally.sent).isEqualTo(2);
    }
}
