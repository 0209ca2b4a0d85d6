package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.bind;
import static dev.hansom.testkit.FrontendMessages.copyData;
import static dev.hansom.testkit.FrontendMessages.copyDone;
import static dev.hansom.testkit.FrontendMessages.execute;
import static dev.hansom.testkit.FrontendMessages.parse;
import static dev.hansom.testkit.FrontendMessages.query;
import static dev.hansom.testkit.FrontendMessages.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.auth.AuthType;
import dev.hansom.auth.UserDirectory;
import dev.hansom.config.DatabaseConfig;
import dev.hansom.state.ServerReset;
import dev.hansom.testkit.ErrorFields;
import dev.hansom.testkit.Reply;
import dev.hansom.testkit.ScriptedClient;
import dev.hansom.testkit.WireMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsTest {

    @Test
    void aServerIsHeldForATransactionAndNoLonger() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            assertThat(a.query("BEGIN").readyStatus()).isEqualTo('T');
            b.send(query("SELECT 'b'"));
            PoolerOnPostgres.await(() -> pooler.pool().clientsWaiting() == 1);
            assertThat(a.query("SELECT 'a'").value()).isEqualTo("a");
            assertThat(a.query("SELECT 1/0").readyStatus()).isEqualTo('E');
            a.query("ROLLBACK");
            assertThat(b.readUntilReady().value()).isEqualTo("b");
            assertThat(pooler.counters().waits()).isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    void whoWaitsTooLongIsToldSo() throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(s -> s.defaultPoolSize(1).queryWaitTimeout(Duration.ofMillis(300)));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.query("BEGIN");
            b.send(query("SELECT 1"));
            ErrorFields error = ErrorFields.read(b.expect('E'));
            assertThat(error.toString()).startsWith("FATAL 08P01: query_wait_timeout");
            assertThat(error.hint()).contains("default_pool_size");
            b.expectEnd();
            assertThat(a.query("COMMIT").readyStatus()).isEqualTo('I');
        }
    }

    @Test
    void pipelinedCyclesAreAnsweredInOrder() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.send(
                    query("SELECT 1"),
                    parse("", "SELECT 2"),
                    bind("", ""),
                    execute("", 0),
                    sync(),
                    parse("", "SELECT nonsense"),
                    bind("", ""),
                    execute("", 0),
                    sync(),
                    query("SELECT 3"));
            assertThat(a.readUntilReady().value()).isEqualTo("1");
            assertThat(a.readUntilReady().types()).isEqualTo("12DCZ");
            assertThat(a.readUntilReady().types()).isEqualTo("EZ");
            assertThat(a.readUntilReady().value()).isEqualTo("3");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void messagesInPiecesArePutTogether(int size) throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            byte[] bytes =
                    WireMessage.encode(parse("s", "SELECT $1::text"), bind("", "s", "hello"), execute("", 0), sync());
            a.sendInPieces(bytes, size);
            assertThat(a.readUntilReady().value()).isEqualTo("hello");
        }
    }

    @Test
    void copyGoesBothWaysAndLateDataIsPassedOver() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.query("DROP TABLE IF EXISTS copied; CREATE TABLE copied (n int)");
            a.send(query("COPY copied FROM STDIN"));
            a.expect('G');
            a.send(copyData("1\n2\n".getBytes(StandardCharsets.US_ASCII)), copyDone());
            assertThat(a.readUntilReady().tags()).containsExactly("COPY 2");
            a.send(query("COPY copied FROM STDIN"));
            a.expect('G');
            a.send(copyData("no number\n".getBytes(StandardCharsets.US_ASCII)), copyDone());
            assertThat(a.readUntilReady().types()).isEqualTo("EZ");
            a.send(copyData("3\n".getBytes(StandardCharsets.US_ASCII)));
            assertThat(a.query("COPY copied TO STDOUT").types()).isEqualTo("HddcCZ");
            a.query("DROP TABLE copied");
        }
    }

    @Test
    void copyInTheExtendedProtocolIgnoresTheSyncSentWithIt() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client()) {
            a.query("DROP TABLE IF EXISTS copied; CREATE TABLE copied (n int)");
            a.send(parse("", "COPY copied FROM STDIN"), bind("", ""), execute("", 0), sync());
            a.expectTypes("12G");
            a.send(copyData("1\n".getBytes(StandardCharsets.US_ASCII)), copyDone(), sync());
            assertThat(a.readUntilReady().types()).isEqualTo("CZ");
            assertThat(a.query("SELECT count(*) FROM copied").value()).isEqualTo("1");
            a.query("DROP TABLE copied");
        }
    }

    @Test
    void parametersAreTheServersAndFollowTheClient() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client("application_name", "first", "DateStyle", "german");
                ScriptedClient b = pooler.client("application_name", "second")) {
            assertThat(a.parameterStatus()).containsEntry("application_name", "first");
            assertThat(a.parameterStatus()).containsEntry("DateStyle", "German, DMY");
            assertThat(a.parameterStatus()).containsKeys("server_version", "TimeZone", "integer_datetimes");
            assertThat(b.parameterStatus()).containsEntry("DateStyle", "ISO, MDY");
            assertThat(a.query("SHOW application_name").value()).isEqualTo("first");
            assertThat(b.query("SHOW application_name").value()).isEqualTo("second");
            assertThat(a.query("SELECT DATE '2026-12-01'").value()).isEqualTo("01.12.2026");
            assertThat(b.query("SELECT DATE '2026-12-01'").value()).isEqualTo("2026-12-01");
        }
    }

    @Test
    void startUpParametersAreKeptIgnoredOrRefused() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            pooler.client("extra_float_digits", "2").close();
            assertThat(refusal(pooler, "work_mem", "1MB"))
                    .startsWith("FATAL 08P01: unsupported startup parameter: work_mem");
            assertThat(refusal(pooler, "client_encoding", "klingon")).startsWith("FATAL 22023");
            try (ScriptedClient next = pooler.client()) {
                assertThat(next.query("SELECT 1").value()).isEqualTo("1");
            }
        }
    }

    private static String refusal(PoolerOnPostgres pooler, String name, String value) throws Exception {
        try (ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            Reply answer = client.tryLogin(
                    pooler.cluster.superuser(), pooler.cluster.password(), pooler.database(), Map.of(name, value));
            return answer.error().orElseThrow().toString();
        }
    }

    @Test
    void encryptionIsRefusedPolitely() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            assertThat(client.sslRequest()).isEqualTo('N');
            assertThat(client.gssEncRequest()).isEqualTo('N');
            client.login(pooler.cluster.superuser(), pooler.cluster.password(), pooler.database());
            assertThat(client.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(AuthType.class)
    void clientsAndServersLogInByEveryMethod(AuthType type) throws Exception {
        try (PoolerOnPostgres pooler = new PoolerOnPostgres(s -> s.authType(type)
                .users(UserDirectory.of(Map.of("alice", "wonderland")))
                .defaultPoolSize(1))) {
            try (ScriptedClient alice = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                alice.login("alice", "wonderland", pooler.database());
                assertThat(alice.query("SELECT 1").value()).isEqualTo("1");
            }
            if (type != AuthType.TRUST) {
                try (ScriptedClient mallory = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                    Reply answer = mallory.tryLogin("alice", "wrong", pooler.database(), Map.of());
                    assertThat(answer.error().orElseThrow().toString()).startsWith("FATAL 08P01");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5", "scram-sha-256"})
    void thePoolerLogsInToServersByPassword(String method) throws Exception {
        try (PoolerOnPostgres plain = PoolerOnPostgres.withPoolOf(1)) {
            String role = "pooled_" + method.replace('-', '_');
            plain.cluster.createRole(role, "s3cret", method);
            plain.cluster.hbaLine("host all " + role + " 127.0.0.1/32 " + method);
        }
        String role = "pooled_" + method.replace('-', '_');
        try (PoolerOnPostgres pooler = new PoolerOnPostgres(s -> s.databases(List.of(DatabaseConfig.at(
                                "*",
                                "127.0.0.1",
                                dev.hansom.testkit.PostgresCluster.shared().port())
                        .withLogin(role, "s3cret"))));
                ScriptedClient client = pooler.client()) {
            assertThat(client.query("SELECT current_user").value()).isEqualTo(role);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"narrow", "narrow-discard-plans", "discard-all", "RESET ALL; DEALLOCATE ALL"})
    void aResetRunsBeforeTheNextClient(String reset) throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(s -> s.defaultPoolSize(1).serverReset(ServerReset.parse(reset)));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            b.exchange(parse("s", "SELECT 'still'"), sync());
            a.query("SET work_mem = '9MB'");
            assertThat(b.query("SHOW work_mem").value()).isNotEqualTo("9MB");
            assertThat(b.exchange(bind("", "s"), execute("", 0), sync()).value())
                    .isEqualTo("still");
            PoolerOnPostgres.await(() -> pooler.counters().resets() >= 4);
            assertThat(pooler.counters().failedResets()).isZero();
        }
    }

    @Test
    void withoutAResetStateStaysOnTheServer() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.query("SET work_mem = '9MB'");
            assertThat(b.query("SHOW work_mem").value()).isEqualTo("9MB");
        }
    }

    @Test
    void aServerWhoseResetFailsIsNeverGivenOutAgain() throws Exception {
        try (PoolerOnPostgres pooler = new PoolerOnPostgres(
                        s -> s.defaultPoolSize(1).serverReset(ServerReset.parse("SELECT pg_sleep(60)")));
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            String first = a.query("SELECT pg_backend_pid(); SET statement_timeout = '1ms'")
                    .value();
            assertThat(b.query("SELECT pg_backend_pid(); SET statement_timeout = '1ms'")
                            .value())
                    .isNotEqualTo(first);
            PoolerOnPostgres.await(() -> pooler.counters().failedResets() >= 1);
        }
    }

    @Test
    void nonsenseIsRefusedWithAnError() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient a = pooler.client();
                ScriptedClient b = pooler.client()) {
            a.sendBytes(new byte[] {'Q', (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff});
            assertThat(ErrorFields.read(a.expect('E')).toString()).startsWith("FATAL 08P01");
            a.expectEnd();
            assertThat(b.query("SELECT 1").value()).isEqualTo("1");
            b.sendBytes(new byte[] {'y', 0, 0, 0, 4});
            assertThat(ErrorFields.read(b.expect('E')).message()).isEqualTo("invalid frontend message type 121");
        }
    }

    @Test
    void anUnknownDatabaseIsNamed() throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(s -> s.databases(List.of(DatabaseConfig.at("known", "127.0.0.1", 1))));
                ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            Reply answer = client.tryLogin("u", "p", "other", Map.of());
            assertThat(answer.error().orElseThrow().message()).isEqualTo("no such database: other");
        }
    }

    @Test
    void aServerThatCannotBeReachedIsSaidAtOnce() throws Exception {
        try (PoolerOnPostgres pooler =
                        new PoolerOnPostgres(s -> s.databases(List.of(DatabaseConfig.at("*", "127.0.0.1", 1))));
                ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            Reply answer = client.tryLogin("u", "p", "db", Map.of());
            assertThat(answer.error().orElseThrow().sqlState()).isEqualTo("08006");
            assertThat(answer.error().orElseThrow().message()).contains("127.0.0.1:1");
        }
    }
}
