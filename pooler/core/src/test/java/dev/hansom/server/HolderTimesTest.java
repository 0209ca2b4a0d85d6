package dev.hansom.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.server.PendingReplies.Action;
import dev.hansom.server.PendingReplies.Kind;
import dev.hansom.testkit.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HolderTimesTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final FakeClock clock = new FakeClock();
    private final Conversation conversation = new Conversation();

    @Test
    void queryIsTimedFromItsFirstMessageToItsEnd() {
        HolderTimes times = times(new HolderLimits(10 * SECOND, 0, 0));
        pass(100);
        send(times, Kind.QUERY);
        pass(9);
        assertThat(times.exceeded(clock.getAsLong())).isNull();
        pass(1);
        assertThat(times.exceeded(clock.getAsLong())).isEqualTo("query timeout");
        answer(times, 'T');
        pass(100);
        assertThat(times.exceeded(clock.getAsLong())).isNull();
    }

    @Test
    void eachQueryOfAPipelineHasItsOwnTime() {
        HolderTimes times = times(new HolderLimits(10 * SECOND, 0, 0));
        send(times, Kind.QUERY);
        send(times, Kind.QUERY);
        pass(6);
        answer(times, 'I');
        pass(6);
        assertThat(times.exceeded(clock.getAsLong())).isNull();
        pass(4);
        assertThat(times.exceeded(clock.getAsLong())).isEqualTo("query timeout");
    }

    @Test
    void idleInATransactionIsTimedBetweenQueries() {
        HolderTimes times = times(new HolderLimits(0, 0, 10 * SECOND));
        send(times, Kind.QUERY);
        pass(100);
        answer(times, 'T');
        pass(9);
        send(times, Kind.QUERY);
        pass(100);
        answer(times, 'E');
        pass(9);
        assertThat(times.exceeded(clock.getAsLong())).isNull();
        pass(1);
        assertThat(times.exceeded(clock.getAsLong())).isEqualTo("idle transaction timeout");
    }

    @Test
    void batchWithoutSyncIsATransactionToo() {
        HolderTimes times = times(new HolderLimits(0, 10 * SECOND, 0));
        send(times, Kind.PARSE);
        pass(10);
        assertThat(times.exceeded(clock.getAsLong())).isEqualTo("transaction timeout");
    }

    @Test
    void transactionIsTimedFromItsFirstMessageToItsEnd() {
        HolderTimes times = times(new HolderLimits(0, 10 * SECOND, 0));
        send(times, Kind.QUERY);
        answer(times, 'T');
        pass(6);
        send(times, Kind.QUERY);
        answer(times, 'I');
        pass(6);
        assertThat(times.exceeded(clock.getAsLong())).isNull();
        send(times, Kind.QUERY);
        answer(times, 'T');
        pass(10);
        assertThat(times.exceeded(clock.getAsLong())).isEqualTo("transaction timeout");
        times.end();
        assertThat(times.exceeded(clock.getAsLong())).isNull();
    }

    private HolderTimes times(HolderLimits limits) {
        return new HolderTimes(limits, clock::getAsLong);
    }

    private void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    private void send(HolderTimes times, Kind kind) {
        conversation.expect(kind, Action.FORWARD, null);
        times.sent(conversation);
    }

    private void answer(HolderTimes times, char status) {
        conversation.pending().pop();
        conversation.ready((byte) status);
        times.answered(conversation);
    }
}
