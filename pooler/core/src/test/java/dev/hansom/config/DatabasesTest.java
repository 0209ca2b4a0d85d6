package dev.hansom.config;

import static dev.hansom.config.IniText.MINIMUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hansom.pool.PoolMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DatabasesTest {

    @TempDir
    Path directory;

    private IniText ini;

    @BeforeEach
    void files() {
        ini = new IniText(directory);
    }

    static Stream<Arguments> accepted() {
        return Stream.of(
                arguments("shop = host=db", DatabaseConfig.at("shop", "db", 5432)),
                arguments("shop = host = db  port= 6000", DatabaseConfig.at("shop", "db", 6000)),
                arguments("shop=host=/var/run port=6000", DatabaseConfig.at("shop", "/var/run", 6000)),
                arguments("shop =", DatabaseConfig.at("shop", "/tmp", 5432)),
                arguments("* = host=db", DatabaseConfig.at("*", "db", 5432)),
                arguments("shop-1.eu = host=db", DatabaseConfig.at("shop-1.eu", "db", 5432)),
                arguments("\"my \"\"shop\"\" = 1\" = host=db", DatabaseConfig.at("my \"shop\" = 1", "db", 5432)),
                arguments("\"größe\" = host=db", DatabaseConfig.at("größe", "db", 5432)),
                arguments("shop = host='db'", DatabaseConfig.at("shop", "db", 5432)),
                arguments("shop = host=old host=db", DatabaseConfig.at("shop", "db", 5432)),
                arguments(
                        "shop = host=db dbname='it''s a shop' pool_size=3",
                        shop().dbname(Optional.of("it's a shop"))
                                .poolSize(OptionalInt.of(3))
                                .build()),
                arguments(
                        "shop = host=db user=ann password='' ",
                        DatabaseConfig.at("shop", "db", 5432).withLogin("ann", "")),
                arguments(
                        "shop = host=db user=ann password=a=b;#'c'",
                        DatabaseConfig.at("shop", "db", 5432).withLogin("ann", "a=b;#'c'")),
                arguments(
                        "shop = host=db user=ann",
                        shop().user(Optional.of("ann")).build()),
                arguments(
                        "shop = host='db, /run/pg,db2' load_balance_hosts=disable",
                        shop().hosts(List.of("db", "/run/pg", "db2"))
                                .balanced(false)
                                .build()),
                arguments(
                        "shop = host=db pool_mode=session connect_query='SET a = ''b'''",
                        shop().poolMode(Optional.of(PoolMode.SESSION))
                                .connectQuery(Optional.of("SET a = 'b'"))
                                .build()),
                arguments(
                        "shop = host=db min_pool_size=1 reserve_pool=2 max_db_connections=3 max_db_client_connections=4"
                                + " server_lifetime=0.5",
                        shop().minPoolSize(OptionalInt.of(1))
                                .reservePoolSize(OptionalInt.of(2))
                                .maxDbConnections(OptionalInt.of(3))
                                .maxDbClientConnections(OptionalInt.of(4))
                                .serverLifetime(Optional.of(Duration.ofMillis(500)))
                                .build()));
    }

    private static DatabaseConfigBuilder shop() {
        return DatabaseConfig.builder("shop").hosts(List.of("db"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void accepted(String line, DatabaseConfig expected) throws ConfigException {
        assertThat(ini.read("[databases]\n" + line + "\n" + MINIMUM).databases())
                .containsExactly(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    pgbouncer = host=db               | pgbouncer: this name is reserved for the console: choose another
                    shop = db                         | shop: key=value expected at character 1 of the value
                    shop = host=db secret word        | shop: key=value expected at character 9 of the value
                    shop = =db                        | shop: key=value expected at character 1 of the value
                    shop = host=db password='secret   | shop: the quote that opens at character 18 of the value is not closed
                    shop = host=                      | shop: host: the value is empty: write one, or remove the key
                    shop = host=,                     | shop: host: there is no name between the commas
                    shop = host=db load_balance_hosts=1 | shop: load_balance_hosts: '1' is neither round-robin nor disable
                    shop = host=db reserve_pool=1 reserve_pool_size=1 | shop: reserve_pool: means the same as reserve_pool_size
                    shop = host=@x                    | shop: host: Hansom does not have abstract Unix sockets yet
                    shop = host=db port=0             | shop: port: '0' is not a whole number from 1 to 65535
                    shop = host=db port=65536         | shop: port: '65536' is not a whole number from 1 to 65535
                    shop = host=db port=''            | shop: port: the value is empty: write one, or remove the key
                    shop = host=db pool_size=0        | shop: pool_size: '0' is not a whole number of 1 or more
                    shop = host=db pool_size=all      | shop: pool_size: 'all' is not a whole number of 1 or more
                    shop = host=db dbname=''          | shop: dbname: the value is empty
                    shop = host=db password=secret    | shop: password: has no meaning without user: add user=NAME
                    shop = host=db pool_mode=pooled   | shop: pool_mode: 'pooled' is no pool mode: use session, transaction or
                    shop = host=db auth_user=ann      | shop: auth_user: Hansom does not have this key of a database of PgBouncer's
                    shop = host=db timezone=UTC       | shop: timezone: Hansom does not have this key of a database of PgBouncer's
                    shop = host=db colour=red         | shop: colour: unknown key of a database: correct its name
                    shop = HOST=db                    | shop: HOST: unknown key of a database: correct its name (in lower case)
                    my shop = host=db                 | my shop: a name of other characters than letters, digits
                    größe = host=db                   | größe: a name of other characters than letters, digits
                    "" = host=db                      | there is no name before the =: write key = value
                    = host=db                         | there is no name before the =: write key = value
                    "shop = host=db                   | neither [section] nor key = value
                    """)
    void refused(String line, String why) {
        List<String> mistakes = ini.mistakes("[databases]\nother = host=db\n" + line + "\n" + MINIMUM);
        assertThat(mistakes)
                .singleElement()
                .asString()
                .startsWith("test.ini:3: " + why)
                .doesNotContain("secret");
    }

    @Test
    void findsAllMistakesOfOneEntry() {
        assertThat(ini.mistakes(MINIMUM + "[databases]\nshop = port=x pool_size=y colour=z host=@a\n"))
                .hasSize(4)
                .allMatch(message -> message.startsWith("test.ini:5: shop: "));
    }

    @Test
    void looksForServersInItsOwnSocketDirectory() throws ConfigException {
        PoolerConfig config = ini.read(MINIMUM + "unix_socket_dir = sockets\n[databases]\nshop = port=6000\n");
        assertThat(config.databases())
                .containsExactly(DatabaseConfig.at(
                        "shop", Path.of("sockets").toAbsolutePath().toString(), 6000));
    }

    @Test
    void needsAHostWhereThereIsNoSocketDirectory() {
        assertThat(ini.mistakes(MINIMUM + "listen_addr = *\nunix_socket_dir =\n[databases]\nshop = port=6000\n"))
                .containsExactly("test.ini:7: shop: host: is missing, and there is no unix_socket_dir to look in:"
                        + " add host=NAME");
    }

    @Test
    void needsADatabase() {
        assertThat(ini.mistakes(MINIMUM + "[databases]\n; none yet\n"))
                .containsExactly(
                        "test.ini:4: [databases]: there is no database: add NAME = host=HOST, or * = host=HOST");
    }
}
