package dev.hansom.pooler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.pool.PoolMode;
import dev.hansom.testkit.PostgresCluster;
import dev.hansom.testkit.conformance.Player;
import dev.hansom.testkit.conformance.Scenario;
import dev.hansom.testkit.conformance.Scenarios;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client sees through the pooler is, message by message, what it sees without. */
class ConformanceTest {

    private static final PostgresCluster CLUSTER = PostgresCluster.shared();
    private static final Map<PoolMode, PoolerOnPostgres> POOLERS = new EnumMap<>(PoolMode.class);

    @BeforeAll
    static void start() {
        POOLERS.put(
                PoolMode.TRANSACTION,
                new PoolerOnPostgres(settings -> settings.defaultPoolSize(2).maxPreparedStatements(5)));
        POOLERS.put(
                PoolMode.SESSION,
                new PoolerOnPostgres(
                        settings -> settings.poolMode(PoolMode.SESSION).defaultPoolSize(2)));
    }

    @AfterAll
    static void stop() {
        POOLERS.values().forEach(PoolerOnPostgres::close);
    }

    static Stream<Arguments> scenarios() {
        return Scenarios.TOPICS.stream()
                .flatMap(topic -> Scenarios.of(topic).stream())
                .flatMap(scenario -> POOLERS.keySet().stream().map(mode -> Arguments.of(mode, scenario)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("scenarios")
    void sameThroughThePooler(PoolMode mode, Scenario scenario) throws Exception {
        List<String> direct = play(scenario, CLUSTER.port());
        List<String> pooled = play(scenario, POOLERS.get(mode).port());
        assertThat(pooled).isEqualTo(direct);
    }

    private static List<String> play(Scenario scenario, int port) throws IOException, SQLException {
        run(scenario, "setup");
        try {
            return new Player("127.0.0.1", port, CLUSTER.superuser(), CLUSTER.password(), CLUSTER.database())
                    .play(scenario);
        } finally {
            run(scenario, "teardown");
        }
    }

    private static void run(Scenario scenario, String word) throws SQLException {
        for (Scenario.Line line : scenario.lines()) {
            if (line.word().equals(word)) {
                CLUSTER.execute(line.rest());
            }
        }
    }
}
