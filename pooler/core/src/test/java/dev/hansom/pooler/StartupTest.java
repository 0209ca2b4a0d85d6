package dev.hansom.pooler;

import static dev.hansom.testkit.FrontendMessages.copyDone;
import static dev.hansom.testkit.FrontendMessages.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.testkit.ErrorFields;
import dev.hansom.testkit.FrontendMessages;
import dev.hansom.testkit.Reply;
import dev.hansom.testkit.ScriptedClient;
import dev.hansom.testkit.WireMessage;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartupTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "0000", "000000290003"})
    void whoSendsNoWholePacketIsSentAway(String hex) throws Exception {
        try (PoolerOnPostgres pooler = new PoolerOnPostgres(s -> s.clientLoginTimeout(Duration.ofMillis(300)));
                ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            assertThat(client.sslRequest()).isEqualTo('N');
            client.sendBytes(HexFormat.of().parseHex(hex));
            assertThat(ErrorFields.read(client.expect('E')).toString()).startsWith("FATAL 08P01: client_login_timeout");
            client.expectEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000", "00000007", "00002711", "7fffffff", "ffffffff"})
    void impossibleLengthIsRefusedAtOnce(String length) throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            client.sendBytes(HexFormat.of().parseHex(length));
            assertThat(ErrorFields.read(client.expect('E')).toString())
                    .startsWith("FATAL 08P01: invalid length of startup packet");
            client.expectEnd();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 4, false", "1, 4, false", "2, 32, false", "3, 32, true"})
    void newerProtocolHasLongerCancelKeys(int minor, int keyLength, boolean negotiated) throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            byte[] packet = WireMessage.encode(
                    FrontendMessages.startup(Map.of("user", "alice", "database", pooler.database())));
            packet[7] = (byte) minor;
            client.sendBytes(packet);
            Reply login = client.readUntilReady();
            assertThat(login.types().startsWith("v")).isEqualTo(negotiated);
            if (negotiated) {
                assertThat(HexFormat.of().formatHex(login.all('v').get(0).body()))
                        .isEqualTo("0003000200000000");
            }
            assertThat(client.backendKey().secret()).hasSize(keyLength);
            client.send(query("SELECT pg_sleep(62)"));
            PoolerOnPostgres.await(() -> pooler.pool().serversActive() == 1);
            Reply cancelled = cancelUntilItHits(pooler, client);
            assertThat(cancelled.error().orElseThrow().sqlState()).isEqualTo("57014");
        }
    }

    /** A request that comes before the statement has begun is lost, as ever. */
    private static Reply cancelUntilItHits(PoolerOnPostgres pooler, ScriptedClient client) throws Exception {
        PoolerOnPostgres.await(() -> {
            try {
                return "1"
                        .equals(pooler.cluster.value("SELECT count(*) FROM pg_stat_activity"
                                + " WHERE query = 'SELECT pg_sleep(62)' AND state = 'active'"));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        try (ScriptedClient canceller = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            canceller.cancel(client.backendKey());
        }
        return client.readUntilReady();
    }

    @Test
    void protocolOptionsAreListedAsUnknown() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
            Reply login = client.login("alice", "", pooler.database(), Map.of("_pq_.whatever", "1"));
            assertThat(new String(login.all('v').get(0).body(), StandardCharsets.US_ASCII))
                    .endsWith("_pq_.whatever\0");
            assertThat(client.query("SELECT 1").value()).isEqualTo("1");
        }
    }

    @Test
    void physicalReplicationHasAConnectionOfItsOwn() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            try (ScriptedClient receiver = pooler.client("replication", "true", "application_name", "receiver")) {
                Reply identity = receiver.query("IDENTIFY_SYSTEM");
                String position = String.valueOf(identity.rows().get(0).get(2));
                assertThat(pooler.cluster.value("SELECT count(*) FROM pg_stat_activity"
                                + " WHERE backend_type = 'walsender' AND application_name = 'receiver'"))
                        .isEqualTo("1");
                receiver.send(query("START_REPLICATION PHYSICAL " + position));
                receiver.expect('W');
                receiver.expect('d');
                receiver.send(copyDone());
                receiver.readUntilReady();
                assertThat(receiver.query("IDENTIFY_SYSTEM").tags()).containsExactly("IDENTIFY_SYSTEM");
            }
            PoolerOnPostgres.await(
                    () -> pooler.pool().serversActive() + pooler.pool().serversIdle() == 0);
            try (ScriptedClient client = pooler.client()) {
                assertThat(client.query("SELECT 1").value()).isEqualTo("1");
            }
        }
    }

    @Test
    void logicalReplicationMayUseSqlToo() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                ScriptedClient receiver = pooler.client("replication", "database", "DateStyle", "german")) {
            assertThat(receiver.parameterStatus()).containsEntry("DateStyle", "German, DMY");
            assertThat(receiver.query("IDENTIFY_SYSTEM").columns()).contains("systemid");
            assertThat(receiver.query("BEGIN; SELECT DATE '2026-12-01'").value())
                    .isEqualTo("01.12.2026");
        }
    }

    @Test
    void replicationIsTrueFalseOrDatabase() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1)) {
            try (ScriptedClient client = pooler.client("replication", "off")) {
                assertThat(client.query("SELECT 1").value()).isEqualTo("1");
            }
            try (ScriptedClient client = ScriptedClient.connect("127.0.0.1", pooler.port())) {
                Reply answer = client.tryLogin(
                        pooler.cluster.superuser(), "", pooler.database(), Map.of("replication", "perhaps"));
                assertThat(answer.error().orElseThrow().toString())
                        .startsWith("FATAL 22023: invalid value for parameter \"replication\": \"perhaps\"");
            }
        }
    }
}
