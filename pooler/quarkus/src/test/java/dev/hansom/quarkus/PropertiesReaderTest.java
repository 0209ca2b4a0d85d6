package dev.hansom.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hansom.auth.AuthType;
import dev.hansom.config.ConfigException;
import dev.hansom.config.DatabaseConfig;
import dev.hansom.config.PoolerConfig;
import dev.hansom.config.Setting;
import dev.hansom.pool.PoolMode;
import dev.hansom.state.ServerReset;
import io.smallrye.config.ConfigValidationException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PropertiesReaderTest {

    private static final String DATABASE = "databases.\"*\".host=127.0.0.1\n";

    @TempDir
    Path directory;

    static Stream<Arguments> settings() {
        return Stream.of(
                setting("", PoolerConfig::listenAddresses, List.of("127.0.0.1")),
                setting("listen-addr=::1,localhost", PoolerConfig::listenAddresses, List.of("::1", "localhost")),
                setting("", PoolerConfig::listenPort, 6432),
                setting("listen-port=0", PoolerConfig::listenPort, 0),
                setting("", PoolerConfig::unixSocketDir, Optional.empty()),
                setting(
                        "unix-socket-dir=/run/hansom",
                        PoolerConfig::unixSocketDir,
                        Optional.of(Path.of("/run/hansom"))),
                setting("", PoolerConfig::authType, AuthType.TRUST),
                setting("auth-type=md5\nusers.\"a.b\"=c", PoolerConfig::authType, AuthType.MD5),
                setting("users.\"a.b\"=c", config -> config.users().secret("a.b"), Optional.of("c")),
                setting("", PoolerConfig::maxClientConn, 100),
                setting("max-client-conn=7", PoolerConfig::maxClientConn, 7),
                setting("", PoolerConfig::defaultPoolSize, 20),
                setting("default-pool-size=5", PoolerConfig::defaultPoolSize, 5),
                setting("", PoolerConfig::eventLoops, 1),
                setting("event-loops=2", PoolerConfig::eventLoops, 2),
                setting("", PoolerConfig::maxPreparedStatements, 200),
                setting("max-prepared-statements=0", PoolerConfig::maxPreparedStatements, 0),
                setting("", PoolerConfig::ignoreStartupParameters, Set.of("extra_float_digits")),
                setting("ignore-startup-parameters=a,b", PoolerConfig::ignoreStartupParameters, Set.of("a", "b")),
                setting("", PoolerConfig::serverReset, Optional.empty()),
                setting("", PoolerConfig::poolMode, PoolMode.TRANSACTION),
                setting("pool-mode=session", PoolerConfig::poolMode, PoolMode.SESSION),
                setting("max-db-client-connections=3", PoolerConfig::maxDbClientConnections, 3),
                setting("max-user-client-connections=4", PoolerConfig::maxUserClientConnections, 4),
                setting("min-pool-size=1", PoolerConfig::minPoolSize, 1),
                setting("reserve-pool-size=2", PoolerConfig::reservePoolSize, 2),
                setting("reserve-pool-timeout=3s", PoolerConfig::reservePoolTimeout, Duration.ofSeconds(3)),
                setting("max-db-connections=4", PoolerConfig::maxDbConnections, 4),
                setting("max-user-connections=5", PoolerConfig::maxUserConnections, 5),
                setting("server-round-robin=true", PoolerConfig::serverRoundRobin, true),
                setting("server-check-delay=7s", PoolerConfig::serverCheckDelay, Duration.ofSeconds(7)),
                setting("server-check-query=SELECT 1", PoolerConfig::serverCheckQuery, Optional.of("SELECT 1")),
                setting("query-wait-notify=1s", PoolerConfig::queryWaitNotify, Duration.ofSeconds(1)),
                setting("query-timeout=2s", PoolerConfig::queryTimeout, Duration.ofSeconds(2)),
                setting("transaction-timeout=3s", PoolerConfig::transactionTimeout, Duration.ofSeconds(3)),
                setting("idle-transaction-timeout=4s", PoolerConfig::idleTransactionTimeout, Duration.ofSeconds(4)),
                setting("client-idle-timeout=5s", PoolerConfig::clientIdleTimeout, Duration.ofSeconds(5)),
                setting("cancel-wait-timeout=6s", PoolerConfig::cancelWaitTimeout, Duration.ofSeconds(6)),
                setting("server-reset=narrow", PoolerConfig::serverReset, Optional.of(ServerReset.NARROW)),
                setting("", PoolerConfig::queryWaitTimeout, Duration.ofSeconds(120)),
                setting("query-wait-timeout=500ms", PoolerConfig::queryWaitTimeout, Duration.ofMillis(500)),
                setting("server-lifetime=PT2H", PoolerConfig::serverLifetime, Duration.ofHours(2)),
                setting("server-idle-timeout=PT1S", PoolerConfig::serverIdleTimeout, Duration.ofSeconds(1)),
                setting("server-connect-timeout=PT3S", PoolerConfig::serverConnectTimeout, Duration.ofSeconds(3)),
                setting("server-login-retry=PT0S", PoolerConfig::serverLoginRetry, Duration.ZERO),
                setting("client-login-timeout=PT5S", PoolerConfig::clientLoginTimeout, Duration.ofSeconds(5)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("settings")
    void readsSetting(String lines, Function<PoolerConfig, Object> question, Object answer) throws ConfigException {
        assertThat(question.apply(PropertiesReader.read(Properties.of(DATABASE + lines))))
                .isEqualTo(answer);
    }

    @Test
    void readsDatabases() throws ConfigException {
        PoolerConfig config = PropertiesReader.read(Properties.of("""
                databases."my.shop".host=db,db2
                databases."my.shop".port=5433
                databases."my.shop".load-balance-hosts=disable
                databases."my.shop".connect-query=SET a = 1
                databases."my.shop".pool-mode=statement
                databases."my.shop".min-pool-size=1
                databases."my.shop".reserve-pool-size=2
                databases."my.shop".max-db-connections=4
                databases."my.shop".max-db-client-connections=5
                databases."my.shop".server-lifetime=6s
                databases."my.shop".dbname=real
                databases."my.shop".user=app
                databases."my.shop".password=secret
                databases."my.shop".pool-size=3
                """));
        assertThat(config.databases())
                .containsExactly(DatabaseConfig.builder("my.shop")
                        .hosts(List.of("db", "db2"))
                        .port(5433)
                        .balanced(false)
                        .dbname(Optional.of("real"))
                        .user(Optional.of("app"))
                        .password(Optional.of("secret"))
                        .connectQuery(Optional.of("SET a = 1"))
                        .poolMode(Optional.of(PoolMode.STATEMENT))
                        .poolSize(OptionalInt.of(3))
                        .minPoolSize(OptionalInt.of(1))
                        .reservePoolSize(OptionalInt.of(2))
                        .maxDbConnections(OptionalInt.of(4))
                        .maxDbClientConnections(OptionalInt.of(5))
                        .serverLifetime(Optional.of(Duration.ofSeconds(6)))
                        .build());
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments("listen-port=65536", "listen-port: 65536 is out of range: set 0 to 65535"),
                arguments("max-client-conn=0", "max-client-conn: 0 is out of range: set 1 or more"),
                arguments("default-pool-size=0", "default-pool-size: 0 is out of range: set 1 or more"),
                arguments("event-loops=0", "event-loops: 0 is out of range: set 1 or more"),
                arguments("max-prepared-statements=-1", "max-prepared-statements: -1 is out of range: set 0 or more"),
                arguments("query-wait-timeout=-PT1S", "query-wait-timeout: is negative: set 0 or more"),
                arguments(
                        "server-connect-timeout=PT0S",
                        "server-connect-timeout: 0 leaves no time at all: set more than 0"),
                arguments("pool-mode=sesion", "pool-mode: 'sesion' is no mode: set transaction, session or statement"),
                arguments(
                        "max-db-client-connections=-1", "max-db-client-connections: -1 is out of range: set 0 or more"),
                arguments("server-reset=tracked", "server-reset: "),
                arguments("unix-socket-dir=@x", "unix-socket-dir: Hansom does not have abstract Unix sockets yet"),
                arguments("auth-type=hba", "auth-type: 'hba' is not available: set trust, md5 or scram-sha-256"),
                arguments("auth-type=md5", "auth-type: with md5 and no users nobody could log in"),
                arguments("auth-file=/nowhere/users.txt", "auth-file: cannot read auth_file /nowhere/users.txt"),
                arguments("auth-file=/nowhere/users.txt\nusers.a=b", "auth-file: there are hansom.pooler.users too"),
                arguments("databases.pgbouncer.host=a", "databases.\"pgbouncer\": this name is reserved"),
                arguments("databases.a.port=5432", "databases.\"a\".host: is missing"),
                arguments(
                        "databases.a.host=b\ndatabases.a.pool-mode=c",
                        "databases.\"a\".pool-mode: 'c' is no mode: set transaction, session or statement"),
                arguments(
                        "databases.a.host=b\ndatabases.a.load-balance-hosts=c",
                        "databases.\"a\".load-balance-hosts: 'c' is neither round-robin nor disable"),
                arguments(
                        "databases.a.host=b\ndatabases.a.min-pool-size=-1",
                        "databases.\"a\".min-pool-size: -1 is out of range: set 0 or more"),
                arguments(
                        "databases.a.host=@b", "databases.\"a\".host: Hansom does not have abstract Unix sockets yet"),
                arguments(
                        "databases.a.host=b\ndatabases.a.port=0",
                        "databases.\"a\".port: 0 is out of range: set 1 to 65535"),
                arguments(
                        "databases.a.host=b\ndatabases.a.pool-size=0", "databases.\"a\".pool-size: 0 is out of range"),
                arguments(
                        "databases.a.host=b\ndatabases.a.password=c",
                        "databases.\"a\".password: has no meaning without user"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void namesTheProperty(String lines, String mistake) {
        ConfigException refused = catchThrowableOfType(
                ConfigException.class, () -> PropertiesReader.read(Properties.of(DATABASE + lines)));
        assertThat(refused.messages()).singleElement().asString().startsWith("hansom.pooler." + mistake);
    }

    @Test
    void tellsEverythingAtOnce() {
        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> PropertiesReader.read(Properties.of("listen-port=-1\nauth-type=x\ndefault-pool-size=0")));
        assertThat(refused.messages())
                .hasSize(4)
                .last()
                .asString()
                .startsWith("hansom.pooler.databases: there is none");
    }

    @Test
    void refusesNamesItDoesNotKnow() {
        assertThatThrownBy(() -> Properties.of(DATABASE + "listen-prt=1"))
                .isInstanceOf(ConfigValidationException.class)
                .hasMessageContaining("hansom.pooler.listen-prt");
    }

    @Test
    void readsTheFileInsteadWhereOneIsNamed() throws Exception {
        PoolerConfig config = PropertiesReader.read(Properties.of("config-file=" + ini()));
        assertThat(config.listenPort()).isEqualTo(7000);
        assertThat(config.ignoreStartupParameters()).isEmpty();
    }

    @Test
    void takesNoOtherSettingBesideTheFile() throws Exception {
        String lines = "config-file=" + ini() + "\nserver-reset=none\nusers.a=b\n" + DATABASE;
        assertThatThrownBy(() -> PropertiesReader.read(Properties.of(lines)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("hansom.pooler.config-file: ")
                .hasMessageContaining(
                        "hansom.pooler.server-reset, hansom.pooler.users.\"a\", hansom.pooler.databases.\"*\":");
    }

    @Test
    void everySettingHasItsProperty() {
        Set<String> mapped = Arrays.stream(PoolerProperties.class.getMethods())
                .map(Method::getName)
                .map(name ->
                        "hansom.pooler." + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> own = Set.of("enabled", "config-file", "drain-timeout", "users", "databases");
        Set<String> expected = Stream.concat(
                        Arrays.stream(Setting.values()).map(Setting::property),
                        own.stream().map(name -> "hansom.pooler." + name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(mapped).isEqualTo(expected);
    }

    private Path ini() throws Exception {
        return Files.writeString(directory.resolve("hansom.ini"), """
                [databases]
                * = host=127.0.0.1
                [pgbouncer]
                pool_mode = transaction
                auth_type = trust
                listen_port = 7000
                """);
    }

    private static Arguments setting(String lines, Function<PoolerConfig, Object> question, Object answer) {
        return arguments(lines, question, answer);
    }
}
