package dev.hansom.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hansom.lab.load.LoadSpec.Request;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class OpenLoopTest {

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void closeServers() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void everyRequestThatIsDueIsSentAndAnswered(Transport transport) throws Exception {
        AtomicInteger served = new AtomicInteger();
        Set<String> connections = ConcurrentHashMap.newKeySet();
        int port = http(request -> {
            served.incrementAndGet();
            connections.add(request.remoteAddress().toString());
            request.response().end("{}");
        });
        LoadSpec spec = spec(port, 300, millis(1000), millis(500), 6, millis(10_000));
        try (OpenLoop load = OpenLoop.create(2, transport)) {
            LoadResult result = load.run(spec, progress -> {});
            assertThat(result.due()).isEqualTo(300);
            assertThat(result.sent()).isEqualTo(300);
            assertThat(result.response().getTotalCount()).isEqualTo(300);
            assertThat(result.service().getTotalCount()).isEqualTo(300);
            assertThat(result.lateness().getTotalCount()).isEqualTo(300);
            assertThat(result.errors()).isEmpty();
            assertThat(result.settleErrors()).isZero();
            assertThat(result.dropped()).isZero();
            assertThat(result.windowEndNanos() - result.windowStartNanos()).isEqualTo(1_000_000_000L);
            assertThat(result.response().getMaxValue())
                    .isGreaterThanOrEqualTo(result.service().getMinValue());
            assertThat(served).hasValue(450);
            assertThat(connections).hasSize(6);

            assertThat(load.run(spec, progress -> {}).due())
                    .as("a second load on the same loops")
                    .isEqualTo(300);
        }
    }

    @Test
    void aStallOfTheServerShowsInTheResponseTimeOfEveryRequestDueMeanwhile() throws Exception {
        // One connection, the fiftieth request held for 400 ms: 200 requests fall due behind it.
        AtomicInteger count = new AtomicInteger();
        int port = http(request -> {
            if (count.incrementAndGet() == 50) {
                vertx.setTimer(400, id -> request.response().end());
            } else {
                request.response().end();
            }
        });
        LoadResult result = run(spec(port, 500, millis(1000), Duration.ZERO, 1, millis(10_000)));
        assertThat(result.response().getTotalCount()).isEqualTo(500);
        assertThat(above(result.service(), 100)).isLessThan(above(result.response(), 100) / 10);
        assertThat(above(result.response(), 100)).isGreaterThanOrEqualTo(140);
        assertThat(result.late()).isGreaterThanOrEqualTo(190);
        assertThat(result.errors()).isEmpty();
    }

    @Test
    void outcomesAreCountedByKindAndAddUp() throws Exception {
        AtomicInteger count = new AtomicInteger();
        int port = http(request -> {
            switch (count.getAndIncrement() % 5) {
                case 0 -> request.response().end("ok");
                case 1 -> request.response().setStatusCode(500).end("broken");
                case 2 -> request.response().setStatusCode(404).end();
                case 3 -> request.connection().close();
                default -> request.response().putHeader("Connection", "close").end("last");
            }
        });
        LoadResult result = run(spec(port, 100, millis(1000), Duration.ZERO, 4, millis(10_000)));
        assertThat(result.due()).isEqualTo(100);
        assertThat(result.errors())
                .containsEntry("status 500", 20L)
                .containsEntry("status 404", 20L)
                .containsEntry("closed", 20L)
                .hasSize(3);
        assertThat(result.response().getTotalCount()).isEqualTo(40);
        assertThat(result.firstMessages()).containsKeys("status 500", "status 404", "closed");
        assertAddsUp(result);
    }

    @Test
    void aTargetThatIsDownIsAnErrorCountWithItsReason() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        LoadResult result = run(spec(port, 200, millis(500), Duration.ZERO, 3, millis(10_000)));
        assertThat(result.errors()).isEqualTo(Map.of("connect", 100L));
        assertThat(result.firstMessages().get("connect")).contains("refused");
        assertThat(result.sent()).isZero();
        assertAddsUp(result);
    }

    @Test
    void requestsWithoutAConnectionAreDroppedAtTheirTimeoutAndThoseWithoutAnAnswerTimeOut() throws Exception {
        int port = http(request -> {});
        LoadResult result = run(spec(port, 100, millis(1000), Duration.ZERO, 2, millis(300)));
        assertThat(result.dropped()).isPositive();
        assertThat(result.errors()).containsOnlyKeys("timeout");
        assertThat(result.completed()).isZero();
        assertAddsUp(result);
    }

    @Test
    void aServerThatComesBackIsConnectedToAgain() throws Exception {
        AtomicInteger served = new AtomicInteger();
        Handler<HttpServerRequest> answer = request -> {
            served.incrementAndGet();
            request.response().end();
        };
        HttpServer first = listen(answer, 0);
        int port = first.actualPort();
        List<LoadProgress> seen = new ArrayList<>();
        LoadResult result;
        try (OpenLoop load = OpenLoop.create(1)) {
            result = load.run(spec(port, 100, millis(3500), Duration.ZERO, 2, millis(2_000)), progress -> {
                seen.add(progress);
                if (seen.size() == 1) {
                    first.close().toCompletionStage().toCompletableFuture().join();
                } else if (seen.size() == 2) {
                    served.set(0);
                    listen(answer, port);
                }
            });
        }
        assertThat(result.errors()).containsKey("connect");
        assertThat(served.get()).isPositive();
        assertAddsUp(result);
        assertThat(seen.get(1).errors()).isPositive();
    }

    @Test
    void somethingThatDoesNotSpeakHttpIsABadAnswer() throws Exception {
        NetServer server = vertx.createNetServer()
                .connectHandler(
                        (NetSocket socket) -> socket.handler(bytes -> socket.write("220 mail.example.org ESMTP\r\n")));
        server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
        LoadResult result = run(spec(server.actualPort(), 50, millis(500), Duration.ZERO, 2, millis(1_000)));
        assertThat(result.errors()).containsKey("bad answer");
        assertThat(result.completed()).isZero();
        assertAddsUp(result);
    }

    @Test
    void anAnswerCutShortIsNoAnswer() throws Exception {
        NetServer server = vertx.createNetServer()
                .connectHandler(
                        (NetSocket socket) -> socket.handler(bytes -> socket.end(io.vertx.core.buffer.Buffer.buffer(
                                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly the start"))));
        server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
        LoadResult result = run(spec(server.actualPort(), 50, millis(500), Duration.ZERO, 2, millis(1_000)));
        assertThat(result.response().getTotalCount()).isZero();
        assertThat(result.errors()).containsKey("closed");
        assertAddsUp(result);
    }

    @Test
    void hooksRunOnTheCallersThreadAtTheEndsOfTheWindow() throws Exception {
        int port = http(request -> request.response().end());
        List<String> calls = new ArrayList<>();
        long[] at = new long[2];
        LoadHooks hooks = new LoadHooks() {
            @Override
            public void onWindowStart() {
                at[0] = System.nanoTime();
                calls.add("start " + Thread.currentThread().getName());
            }

            @Override
            public void onWindowEnd() {
                at[1] = System.nanoTime();
                calls.add("end " + Thread.currentThread().getName());
            }
        };
        try (OpenLoop load = OpenLoop.create(1)) {
            LoadResult result =
                    load.run(spec(port, 100, millis(300), millis(200), 1, millis(5000)), hooks, progress -> {});
            String me = Thread.currentThread().getName();
            assertThat(calls).containsExactly("start " + me, "end " + me);
            assertThat(at[0]).isGreaterThanOrEqualTo(result.windowStartNanos());
            assertThat(at[1]).isGreaterThanOrEqualTo(result.windowEndNanos());
        }
    }

    @Test
    void aHookThatFailsEndsTheLoad() {
        int port = http(request -> request.response().end());
        LoadHooks hooks = new LoadHooks() {
            @Override
            public void onWindowStart() {
                throw new IllegalStateException("no counters");
            }
        };
        try (OpenLoop load = OpenLoop.create(1)) {
            assertThatThrownBy(() -> load.run(
                            spec(port, 100, millis(60_000), Duration.ZERO, 1, millis(5000)), hooks, progress -> {}))
                    .hasMessage("no counters");
        }
    }

    @Test
    void anInterruptEndsTheLoad() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        int port = http(request -> {
            reached.countDown();
            request.response().end();
        });
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread runner = new Thread(() -> {
            try {
                run(spec(port, 100, millis(60_000), Duration.ZERO, 1, millis(5000)));
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        runner.start();
        assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
        runner.interrupt();
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        runner.join();
    }

    private static void assertAddsUp(LoadResult result) {
        assertThat(result.response().getTotalCount() + result.errorCount() + result.dropped())
                .isEqualTo(result.due());
    }

    private static long above(org.HdrHistogram.Histogram histogram, long millis) {
        return histogram.getTotalCount() - histogram.getCountBetweenValues(0, millis * 1_000_000);
    }

    private static LoadResult run(LoadSpec spec) throws InterruptedException {
        try (OpenLoop load = OpenLoop.create(1)) {
            return load.run(spec, progress -> {});
        }
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    private static LoadSpec spec(
            int port, double rate, Duration duration, Duration settle, int connections, Duration timeout) {
        Request request = new Request("GET", "http://127.0.0.1:" + port + "/orders/{1..1000}", "", 1);
        return new LoadSpec(List.of(request), rate, duration, settle, connections, timeout);
    }

    private int http(Handler<HttpServerRequest> handler) {
        return listen(handler, 0).actualPort();
    }

    private HttpServer listen(Handler<HttpServerRequest> handler, int port) {
        return vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(port))
                .requestHandler(handler)
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
