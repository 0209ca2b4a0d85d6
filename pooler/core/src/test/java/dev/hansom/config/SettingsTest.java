package dev.hansom.config;

import static dev.hansom.config.IniText.MINIMUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hansom.auth.AuthType;
import dev.hansom.pool.PoolMode;
import dev.hansom.state.ServerReset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {

    private static final String DATABASE = "[databases]\nshop = host=db\n";

    @TempDir
    Path directory;

    private IniText ini;

    @BeforeEach
    void files() {
        ini = new IniText(directory);
    }

    static Stream<Arguments> accepted() {
        return Stream.of(
                good("listen_addr = 127.0.0.1", PoolerConfig::listenAddresses, List.of("127.0.0.1")),
                good(
                        "listen_addr = 127.0.0.1, ::1 ,127.0.0.1",
                        PoolerConfig::listenAddresses,
                        List.of("127.0.0.1", "::1")),
                good("listen_addr = *", PoolerConfig::listenAddresses, List.of("*")),
                good("listen_addr =", PoolerConfig::listenAddresses, List.of()),
                good("listen_port = 65535", PoolerConfig::listenPort, 65535),
                good("listen_port = 0", PoolerConfig::listenPort, 0),
                good("unix_socket_dir = /run/pg", PoolerConfig::unixSocketDir, Optional.of(Path.of("/run/pg"))),
                good("unix_socket_dir =\nlisten_addr = *", PoolerConfig::unixSocketDir, Optional.empty()),
                good("auth_type = trust", PoolerConfig::authType, AuthType.TRUST),
                good("auth_type = md5\nauth_file = @DIR@/users", PoolerConfig::authType, AuthType.MD5),
                good(
                        "auth_type = scram-sha-256\nauth_file = @DIR@/users",
                        PoolerConfig::authType,
                        AuthType.SCRAM_SHA_256),
                good("auth_file = @DIR@/users", c -> c.users().secret("ann"), Optional.of("pass\"word")),
                good("pool_mode = session", PoolerConfig::poolMode, PoolMode.SESSION),
                good("pool_mode = transaction", PoolerConfig::poolMode, PoolMode.TRANSACTION),
                good("pool_mode = statement", PoolerConfig::poolMode, PoolMode.STATEMENT),
                good("max_db_client_connections = 7", PoolerConfig::maxDbClientConnections, 7),
                good("max_user_client_connections = 8", PoolerConfig::maxUserClientConnections, 8),
                good("min_pool_size = 1", PoolerConfig::minPoolSize, 1),
                good("reserve_pool_size = 2", PoolerConfig::reservePoolSize, 2),
                good("reserve_pool_timeout = 0.5", PoolerConfig::reservePoolTimeout, Duration.ofMillis(500)),
                good("max_db_connections = 3", PoolerConfig::maxDbConnections, 3),
                good("max_user_connections = 4", PoolerConfig::maxUserConnections, 4),
                good("server_round_robin = 1", PoolerConfig::serverRoundRobin, true),
                good("server_check_delay = 0", PoolerConfig::serverCheckDelay, Duration.ZERO),
                good("server_check_query = SELECT 1", PoolerConfig::serverCheckQuery, Optional.of("SELECT 1")),
                good("server_check_query = <empty>", PoolerConfig::serverCheckQuery, Optional.of("")),
                good("server_check_query =", PoolerConfig::serverCheckQuery, Optional.empty()),
                good("event_loops = 2", PoolerConfig::eventLoops, 2),
                good("query_wait_notify = 0", PoolerConfig::queryWaitNotify, Duration.ZERO),
                good("query_timeout = 1.5", PoolerConfig::queryTimeout, Duration.ofMillis(1500)),
                good("transaction_timeout = 2", PoolerConfig::transactionTimeout, Duration.ofSeconds(2)),
                good("idle_transaction_timeout = 3", PoolerConfig::idleTransactionTimeout, Duration.ofSeconds(3)),
                good("client_idle_timeout = 4", PoolerConfig::clientIdleTimeout, Duration.ofSeconds(4)),
                good("cancel_wait_timeout = 5", PoolerConfig::cancelWaitTimeout, Duration.ofSeconds(5)),
                good("max_client_conn = 5000", PoolerConfig::maxClientConn, 5000),
                good("default_pool_size = 1", PoolerConfig::defaultPoolSize, 1),
                good("max_prepared_statements = 0", PoolerConfig::maxPreparedStatements, 0),
                good(
                        "ignore_startup_parameters = extra_float_digits, options",
                        PoolerConfig::ignoreStartupParameters,
                        Set.of("extra_float_digits", "options")),
                good("server_reset = none", PoolerConfig::serverReset, Optional.of(ServerReset.NONE)),
                good("server_reset = narrow", PoolerConfig::serverReset, Optional.of(ServerReset.NARROW)),
                good(
                        "server_reset = narrow-discard-plans",
                        PoolerConfig::serverReset,
                        Optional.of(ServerReset.NARROW_DISCARD_PLANS)),
                good("server_reset = discard-all", PoolerConfig::serverReset, Optional.of(ServerReset.DISCARD_ALL)),
                good(
                        "server_reset = RESET ALL; UNLISTEN * # both",
                        c -> c.serverReset().orElseThrow().sql(),
                        "RESET ALL; UNLISTEN * # both"),
                good("query_wait_timeout = 0.25", PoolerConfig::queryWaitTimeout, Duration.ofMillis(250)),
                good("query_wait_timeout = 0", PoolerConfig::queryWaitTimeout, Duration.ZERO),
                good("server_lifetime = 0", PoolerConfig::serverLifetime, Duration.ZERO),
                good(
                        "server_idle_timeout = 999999999",
                        PoolerConfig::serverIdleTimeout,
                        Duration.ofSeconds(999_999_999)),
                good("server_connect_timeout = 0.000000001", PoolerConfig::serverConnectTimeout, Duration.ofNanos(1)),
                good("server_login_retry = 1", PoolerConfig::serverLoginRetry, Duration.ofSeconds(1)),
                good("client_login_timeout = 2.5", PoolerConfig::clientLoginTimeout, Duration.ofMillis(2500)),
                good("max_client_conn = 7\nmax_client_conn = 8", PoolerConfig::maxClientConn, 8),
                good("max_client_conn = many\nmax_client_conn = 8", PoolerConfig::maxClientConn, 8));
    }

    private static Arguments good(String lines, Function<PoolerConfig, Object> value, Object expected) {
        return arguments(lines, value, expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void accepted(String lines, Function<PoolerConfig, Object> value, Object expected) throws ConfigException {
        ini.write("users", "\"ann\" \"pass\"\"word\"\n");
        assertThat(value.apply(ini.read(MINIMUM + lines + "\n" + DATABASE))).isEqualTo(expected);
    }

    @Test
    void takesPgBouncersDefaults() throws ConfigException {
        ini.write("users", "");
        PoolerConfig config = ini.read("[pgbouncer]\nauth_file = @DIR@/users\n" + DATABASE);
        assertThat(config)
                .usingRecursiveComparison()
                .ignoringFields("users")
                .isEqualTo(PoolerConfig.builder()
                        .authType(AuthType.MD5)
                        .poolMode(PoolMode.SESSION)
                        .unixSocketDir(Optional.of(Path.of("/tmp")))
                        .databases(List.of(DatabaseConfig.at("shop", "db", 5432)))
                        .build());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    listen_port = 65536             | '65536' is not a whole number from 0 to 65535
                    listen_port = -1                | '-1' is not a whole number from 0 to 65535
                    listen_port =                   | an empty value is not a whole number from 0 to 65535
                    listen_port = 6432 ; the port   | '6432 ; the port' is not a whole number from 0 to 65535
                    unix_socket_dir = @hidden       | Hansom does not have abstract Unix sockets yet: name a directory
                    auth_type = hba                 | 'hba' is not available: use trust, md5 or scram-sha-256
                    auth_type = SCRAM-SHA-256       | 'SCRAM-SHA-256' is not available: use trust, md5 or scram-sha-256
                    auth_type =                     | an empty value is not available: use trust, md5 or scram-sha-256
                    auth_type = md5                 | auth_file: is missing, so that with auth_type = md5 nobody could log in
                    auth_type = scram-sha-256       | auth_file: is missing, so that with auth_type = scram-sha-256 nobody
                    auth_file = @DIR@/nowhere       | there is no file nowhere: correct its name or create it
                    auth_file = @DIR@/users         | users:1: a user name in double quotes expected
                    auth_file = @DIR@               | cannot be read: check its type, owner and mode
                    pool_mode = sessions            | 'sessions' is no pool mode: use session, transaction or statement
                    pool_mode =                     | an empty value is no pool mode: use session, transaction or statement
                    server_round_robin = yes        | 'yes' is neither 0 nor 1: write 0 for no, 1 for yes
                    query_timeout = 10s             | '10s' is not a number of seconds
                    max_db_client_connections = -1  | '-1' is not a whole number of 0 or more
                    max_client_conn = 0             | '0' is not a whole number of 1 or more
                    max_client_conn = 99999999999   | '99999999999' is not a whole number of 1 or more
                    max_client_conn = 1e3           | '1e3' is not a whole number of 1 or more
                    default_pool_size = 0           | '0' is not a whole number of 1 or more
                    default_pool_size = 2.5         | '2.5' is not a whole number of 1 or more
                    max_prepared_statements = yes   | 'yes' is not a whole number of 0 or more
                    server_reset =                  | server_reset is empty: use none, narrow
                    server_reset = tracked          | is not available in this version: use narrow, or none
                    server_reset = narow            | is neither none, narrow, narrow-discard-plans or discard-all, nor
                    query_wait_timeout = 2min       | '2min' is not a number of seconds: write for instance 30 or 0.5
                    server_lifetime = -1            | '-1' is not a number of seconds
                    server_idle_timeout = 1,5       | '1,5' is not a number of seconds
                    server_connect_timeout = 0      | 0 leaves no time at all: write more than 0
                    server_connect_timeout = 0.0    | 0 leaves no time at all: write more than 0
                    server_login_retry = 1e9        | '1e9' is not a number of seconds
                    client_login_timeout =          | an empty value is not a number of seconds
                    server_reset_query = ROLLBACK   | use server_reset = none, narrow, narrow-discard-plans, discard-all, or SQL
                    server_reset_query_always = 1   | use server_reset = none, narrow, narrow-discard-plans, discard-all, or SQL
                    admin_users = ann               | Hansom does not have this setting of PgBouncer's yet: remove it
                    server_fast_close = 1           | Hansom does not have this setting of PgBouncer's yet: remove it
                    Listen_Port = 6432              | unknown setting: correct its name (in lower case) or remove it
                    max_clients = 4                 | unknown setting: correct its name (in lower case) or remove it
                    """)
    void refused(String line, String why) {
        ini.write("users", "ann secret\n");
        List<String> mistakes = ini.mistakes(MINIMUM + line + "\n" + DATABASE);
        String key = line.substring(0, line.indexOf(' '));
        assertThat(mistakes).singleElement().asString().contains(why);
        assertThat(mistakes.get(0)).startsWith(why.startsWith("auth_file") ? "test.ini:" : "test.ini:4: " + key + ": ");
    }

    @Test
    void refusesNothingToListenOn() {
        assertThat(ini.mistakes(MINIMUM + "unix_socket_dir =\n" + DATABASE))
                .containsExactly(
                        "test.ini:1: listen_addr: there is neither an address nor a unix_socket_dir to listen on:"
                                + " write listen_addr = 127.0.0.1");
    }

    @Test
    void tellsEveryMistakeInTheOrderOfTheFile() {
        assertThat(ini.mistakes("""
                        [databases]
                        shop = port=0 colour=red
                        [users]
                        ann = pool_size=3
                        nonsense
                        [pgbouncer]
                        listen_port = x
                        logfile = /dev/null
                        [extra]
                        """))
                .extracting(message -> message.replaceFirst("(?s)^(test.ini:\\d+: [^:]*).*", "$1"))
                .containsExactly(
                        "test.ini:2: shop",
                        "test.ini:2: shop",
                        "test.ini:3: [users]",
                        "test.ini:5: neither [section] nor key = value",
                        "test.ini:6: auth_file",
                        "test.ini:7: listen_port",
                        "test.ini:8: logfile",
                        "test.ini:9: [extra]");
    }

    @Test
    void tellsWhatAnEmptyFileLacks() {
        assertThat(ini.mistakes("")).hasSize(2).allMatch(message -> message.startsWith("test.ini: "));
    }
}
