package dev.hansom.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 7, 0.5, 0.001, 1500.5, 2000, 2999.9, 33.333, 8999.999, 1_000_000})
    void dueTimesAreTheExactCeiling(double rate) {
        Schedule schedule = Schedule.of(rate);
        for (long i : new long[] {0, 1, 2, 3, 999, 1000, 1001, 123_457, 8_640_001L}) {
            long exact = BigDecimal.valueOf(i)
                    .movePointRight(9)
                    .divide(BigDecimal.valueOf(rate), 0, RoundingMode.CEILING)
                    .longValueExact();
            assertThat(schedule.due(i)).as("request %d at %s/s", i, rate).isEqualTo(exact);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 3, 7, 0.5, 1500.5, 2000, 33.333, 1_000_000})
    void dueBeforeCountsWhatIsDue(double rate) {
        Schedule schedule = Schedule.of(rate);
        for (long nanos :
                new long[] {1, 2, 999_999_999L, 1_000_000_000L, 1_000_000_001L, 3_000_000_000L, 61_234_567_891L}) {
            long count = schedule.dueBefore(nanos);
            assertThat(schedule.due(count - 1)).isLessThan(nanos);
            assertThat(schedule.due(count)).isGreaterThanOrEqualTo(nanos);
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 100", "3, 3", "0.5, 1", "2000, 2000"})
    void aSecondHoldsAsManyAsTheRateSays(double rate, long requests) {
        assertThat(Schedule.of(rate).dueBefore(1_000_000_000L)).isEqualTo(requests);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void nothingIsDueBeforeTheStart(long nanos) {
        assertThat(Schedule.of(1000).dueBefore(nanos)).isZero();
    }
}
