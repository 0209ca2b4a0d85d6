package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class FakeClockTest {

    @Test
    void standsStillUntilMoved() {
        FakeClock clock = new FakeClock(5);
        InstantSource instants = clock.instants();
        assertThat(clock.getAsLong()).isEqualTo(5);
        clock.advance(Duration.ofMillis(1500));
        assertThat(clock.getAsLong()).isEqualTo(1_500_000_005L);
        assertThat(instants.instant()).isEqualTo(Instant.parse("2026-01-01T00:00:01.500Z"));
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1))).hasMessageContaining("does not go back");
    }

    @Test
    void mayWrapAsNanoTimeMay() {
        FakeClock clock = new FakeClock(Long.MAX_VALUE);
        InstantSource instants = clock.instants();
        clock.advance(Duration.ofNanos(10));
        assertThat(clock.getAsLong()).isNegative();
        assertThat(instants.instant()).isEqualTo(Instant.parse("2026-01-01T00:00:00.000000010Z"));
    }
}
