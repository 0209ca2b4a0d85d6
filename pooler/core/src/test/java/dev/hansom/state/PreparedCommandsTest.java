package dev.hansom.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreparedCommandsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT 1|none",
                "DEALLOCATE s|DEALLOCATE s alone",
                " /* x */ deallocate  S ; -- done|DEALLOCATE s alone",
                "DEALLOCATE PREPARE s|DEALLOCATE s alone",
                "DEALLOCATE prepare|DEALLOCATE prepare alone",
                "DEALLOCATE PREPARE ALL|DEALLOCATE_ALL alone",
                "DEALLOCATE ALL;|DEALLOCATE_ALL alone",
                "DEALLOCATE \"all\"|DEALLOCATE all alone",
                "DEALLOCATE \"A b\"|DEALLOCATE A b alone",
                "DEALLOCATE U&\"a\"|none",
                "DEALLOCATE s t|none",
                "DEALLOCATE|none",
                "DEALLOCATE 's'|none",
                "DISCARD ALL|DISCARD_ALL alone",
                "DISCARD PLANS|none",
                "PREPARE s AS SELECT 1|PREPARE s alone",
                "PREPARE s(int, text) AS SELECT $1;|PREPARE s alone",
                "PREPARE transaction AS SELECT 1|PREPARE transaction alone",
                "PREPARE TRANSACTION 'x'|none",
                "PREPARE|none",
                "DEALLOCATE a; DEALLOCATE b|DEALLOCATE a, DEALLOCATE b alone",
                "SELECT 1; DEALLOCATE a|DEALLOCATE a",
                "PREPARE a AS SELECT ';'; EXECUTE a; DEALLOCATE a|PREPARE a, DEALLOCATE a",
                "CREATE RULE r AS ON INSERT TO t DO (DELETE FROM u; DEALLOCATE a); DISCARD ALL|DISCARD_ALL",
                "CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; DISCARD ALL|DISCARD_ALL",
                "DO 'DEALLOCATE a'|none",
                "DEALLOCATE a; 'broken|DEALLOCATE a",
            })
    void found(String sql, String expected) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        PreparedCommands found =
                PreparedCommands.of(text, new SqlLexer(text, 0, text.length, false, ClientEncoding.PLAIN));
        String words = found.commands().stream()
                .map(command -> (command.verb() + " " + command.name()).strip())
                .collect(Collectors.joining(", "));
        assertThat(words.isEmpty() ? "none" : words + (found.alone() ? " alone" : ""))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select 1; PREPARE s AS SELECT 1 ; select 2|PREPARE s AS SELECT 1 ",
                "PREPARE s AS SELECT ';' -- x|PREPARE s AS SELECT ';' -- x",
            })
    void textIsTheCommandAlone(String sql, String expected) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        PreparedCommands found =
                PreparedCommands.of(text, new SqlLexer(text, 0, text.length, false, ClientEncoding.PLAIN));
        assertThat(new String(found.commands().get(0).text(), StandardCharsets.UTF_8).strip())
                .isEqualTo(expected.strip());
    }
}
