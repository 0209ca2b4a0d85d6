package dev.hansom.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.stats.Counters;
import dev.hansom.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class PoolTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Refusal DOWN = new Refusal("08006", "down", "");

    private static final Executor LOOP = Runnable::run;

    private final FakeClock clock = new FakeClock();

    @Test
    void firstComeFirstServedAlsoBehindOneThatTimesOut() {
        Connections pool = new Connections(limits(1));
        Server server = pool.open();
        Client late = pool.client("first");
        pool.client("second");
        pool.client("third");
        assertThat(pool.pool.leave(late)).isTrue();
        pool.pool.release(server);
        pool.pool.release(server);
        assertThat(pool.events).containsExactly("open", "first got 1", "second got 1", "third got 1");
    }

    @Test
    void returnedLastIsGivenFirst() {
        Connections pool = new Connections(limits(2));
        Server first = pool.open();
        Server second = pool.open();
        pool.pool.release(first);
        pool.pool.release(second);
        assertThat(pool.pool.tryAcquire()).isSameAs(second);
    }

    @Test
    void roundRobinGivesTheOneUnusedForTheLongest() {
        Connections pool = new Connections(with(limits(2), 0, 0, true, -1));
        Server first = pool.open();
        Server second = pool.open();
        pool.pool.release(first);
        pool.pool.release(second);
        assertThat(pool.pool.tryAcquire()).isSameAs(first);
    }

    @Test
    void keepsTheSmallestNumberOpenWhileInUse() {
        Connections pool = new Connections(with(limits(5), 3, 0, false, -1));
        pool.pool.tick(false);
        assertThat(pool.pool.opening()).isZero();
        pool.pool.tick(true);
        assertThat(pool.pool.opening()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            pool.pool.opened(new Server(pool));
        }
        pass(1000);
        pool.pool.tick(true);
        assertThat(pool.pool.idle()).isEqualTo(3);
        pool.pool.tick(false);
        assertThat(pool.pool.idle()).isZero();
    }

    @Test
    void reserveIsForThoseWhoHaveWaitedLongEnough() {
        Connections pool = new Connections(with(limits(1), 0, 1, false, -1));
        pool.open();
        pool.client("waiting");
        pool.pool.tick(true);
        assertThat(pool.pool.opening()).isZero();
        pass(5);
        pool.pool.tick(true);
        assertThat(pool.pool.opening()).isEqualTo(1);
        pool.client("waiting too");
        pool.pool.tick(true);
        assertThat(pool.pool.opening()).isEqualTo(1);
    }

    @Test
    void unusedConnectionIsCheckedBeforeItIsGiven() {
        Connections pool = new Connections(with(limits(1), 0, 0, false, 30 * SECOND));
        Server server = pool.open();
        pool.pool.release(server);
        pass(30);
        assertThat(pool.pool.tryAcquire()).isNull();
        pool.client("a");
        pool.client("b");
        assertThat(pool.events).containsExactly("open", "first got 1", "check 1");
        pool.pool.release(server);
        assertThat(pool.events).endsWith("a got 1");
    }

    @Test
    void connectionThatFailsItsCheckIsReplaced() {
        Connections pool = new Connections(with(limits(1), 0, 0, false, 0));
        Server server = pool.open();
        pool.pool.release(server);
        pool.client("a");
        pool.pool.lost(server, false);
        assertThat(pool.events).endsWith("check 1", "open");
        pool.pool.opened(new Server(pool));
        assertThat(pool.events).endsWith("a got 2");
        assertThat(pool.pool.active()).isEqualTo(1);
    }

    @Test
    void quotaIsSharedAndAnUnusedConnectionGivesWay() {
        Quota quota = new Quota(2);
        Connections one = new Connections(limits(5), quota);
        Connections two = new Connections(limits(5), quota);
        Server used = one.open();
        one.pool.release(one.open());
        two.client("b");
        assertThat(one.events).endsWith("retire 2");
        assertThat(two.pool.opening()).isEqualTo(1);
        two.pool.opened(new Server(two));
        two.client("c");
        assertThat(two.pool.opening()).isZero();
        one.pool.release(used);
        assertThat(one.events).endsWith("retire 1");
        assertThat(two.pool.opening()).isEqualTo(1);
    }

    @Test
    void quotaComesBackWhateverEndsAConnection() {
        Quota quota = new Quota(1);
        Connections one = new Connections(limits(5), quota);
        Connections two = new Connections(limits(5), quota);
        one.client("a");
        two.client("b");
        assertThat(two.pool.opening()).isZero();
        one.pool.openFailed(DOWN);
        assertThat(two.pool.opening()).isEqualTo(1);
        Server server = new Server(two);
        two.pool.opened(server);
        pass(100);
        one.client("c");
        two.pool.lost(server, false);
        assertThat(one.pool.opening()).isEqualTo(1);
    }

    @Test
    void anotherLoopGivesUpAConnectionThatItDoesNotNeed() {
        Quota quota = new Quota(1);
        Connections here = new Connections(limits(5), quota);
        Deque<Runnable> tasks = new ArrayDeque<>();
        Connections there = new Connections(limits(5), tasks::add, quota);
        there.pool.release(there.open());
        here.client("a");
        assertThat(there.events).doesNotContain("retire 1");
        tasks.remove().run();
        assertThat(there.events).as("used a moment ago").doesNotContain("retire 1");
        pass(1);
        here.pool.tick(true);
        tasks.remove().run();
        assertThat(there.events).endsWith("retire 1");
        assertThat(here.pool.opening()).isEqualTo(1);
        here.pool.opened(new Server(here));
        assertThat(here.events).endsWith("a got 1");
        there.client("b");
        assertThat(there.pool.opening()).as("the limit holds").isZero();
    }

    @Test
    void theReserveIsSharedByLoopsToo() {
        Quota quota = new Quota(1, 1);
        Connections here = new Connections(with(limits(1), 0, 1, false, -1), quota);
        Connections there = new Connections(with(limits(1), 0, 1, false, -1), task -> {}, quota);
        there.open();
        here.client("a");
        assertThat(here.pool.opening()).isZero();
        pass(5);
        here.pool.tick(true);
        assertThat(here.pool.opening()).isEqualTo(1);
        there.client("b");
        pass(5);
        there.pool.tick(true);
        assertThat(there.pool.opening()).isZero();
    }

    @Test
    void failureIsRememberedForAWhile() {
        Connections pool = new Connections(limits(1));
        pool.client("a");
        pool.pool.openFailed(DOWN);
        pool.client("b");
        assertThat(pool.events).containsExactly("open", "a refused: down", "b refused: down");
        pass(15);
        pool.client("c");
        assertThat(pool.events).endsWith("open");
    }

    @Test
    void whoWaitsTooLongIsRefusedAndWhoWaitsLongIsToldOnce() {
        Connections pool = new Connections(limits(1));
        pool.open();
        pool.client("a");
        pass(5);
        pool.pool.tick(true);
        pool.pool.tick(true);
        pass(115);
        pool.pool.tick(true);
        assertThat(pool.events).containsExactly("open", "first got 1", "a waits", "a refused: query_wait_timeout");
    }

    private void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    private static PoolLimits limits(int size) {
        return new PoolLimits(
                size, 0, 0, 5 * SECOND, false, -1, 120 * SECOND, 5 * SECOND, 3600 * SECOND, 600 * SECOND, 15 * SECOND);
    }

    private static PoolLimits with(PoolLimits some, int minSize, int reserveSize, boolean roundRobin, long checkDelay) {
        return new PoolLimits(
                some.size(),
                minSize,
                reserveSize,
                some.reserveTimeout(),
                roundRobin,
                checkDelay,
                some.queryWaitTimeout(),
                some.queryWaitNotify(),
                some.serverLifetime(),
                some.serverIdleTimeout(),
                some.serverLoginRetry());
    }

    /** A pool, and what happens to its clients and connections. */
    private final class Connections {

        final List<String> events = new ArrayList<>();
        final Pool<Server> pool;
        private int servers;

        Connections(PoolLimits limits, Quota... quotas) {
            this(limits, LOOP, quotas);
        }

        Connections(PoolLimits limits, Executor loop, Quota... quotas) {
            pool = new Pool<>(
                    limits, List.of(quotas), loop, clock::getAsLong, new Counters(), parameters -> events.add("open"));
        }

        /** A connection that a client holds. */
        Server open() {
            new Client(this, "first").await();
            Server server = new Server(this);
            pool.opened(server);
            return server;
        }

        Client client(String name) {
            Client client = new Client(this, name);
            client.await();
            return client;
        }
    }

    private final class Server implements PooledServer {

        private final Connections owner;
        private final int number;
        private final long openedAt = clock.getAsLong();

        Server(Connections owner) {
            this.owner = owner;
            this.number = ++owner.servers;
        }

        @Override
        public long openedAt() {
            return openedAt;
        }

        @Override
        public void check() {
            owner.events.add("check " + number);
        }

        @Override
        public void retire(String reason) {
            owner.events.add("retire " + number);
        }
    }

    private static final class Client extends Waiter<Server> {

        private final Connections pool;
        private final String name;

        Client(Connections pool, String name) {
            this.pool = pool;
            this.name = name;
        }

        void await() {
            pool.pool.await(this);
        }

        @Override
        protected void onServer(Server server) {
            pool.events.add(name + " got " + server.number);
        }

        @Override
        protected void onLongWait() {
            pool.events.add(name + " waits");
        }

        @Override
        protected void onRefused(Refusal refusal) {
            pool.events.add(name + " refused: " + refusal.message());
        }

        @Override
        public Map<String, String> startupParameters() {
            return Map.of();
        }
    }
}
