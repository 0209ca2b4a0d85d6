package dev.hansom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hansom.state.SqlLexer.Token;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SqlLexerTest {

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("select 1", "select 1"),
                arguments("SELECT a.b, c FROM t;", "SELECT a . b , c FROM t ;"),
                arguments("a -- b\nc", "a c"),
                arguments("a -- b", "a"),
                arguments("a /* b /* c */ d */ e", "a e"),
                arguments("a /* b /* c */ e", "a BROKEN"),
                arguments("a*/* b */b", "a * b"),
                arguments("'a''b' c", "'a''b' c"),
                arguments("'a\\' b", "'a\\' b"),
                arguments("E'a\\' b' c", "E'a\\' b' c"),
                arguments("e'a''\\'' c", "e'a''\\'' c"),
                arguments("'a'\n 'b' c", "'a'\n 'b' c"),
                arguments("E'a'\n'b\\'' c", "E'a'\n'b\\'' c"),
                arguments("'a' 'b'", "'a' 'b'"),
                arguments("B'01' x'ff' N'n'", "B'01' x'ff' N'n'"),
                arguments("U&'d\\0061t' U&\"d\\0061\"", "U&'d\\0061t' U&\"d\\0061\""),
                arguments("'a", "BROKEN"),
                arguments("\"a\"\"b\" c", "\"a\"\"b\" c"),
                arguments("\"a", "BROKEN"),
                arguments("$$a'b$$ c", "$$a'b$$ c"),
                arguments("$x$a$$b$y$c$x$ d", "$x$a$$b$y$c$x$ d"),
                arguments("$x$a", "BROKEN"),
                arguments("a$b$c d", "a$b$c d"),
                arguments("$1+$22", "$1 + $22"),
                arguments("1.5e+3 .5 1_000 0xff 1e", "1.5e+3 .5 1_000 0xff 1e"),
                arguments("a::text->>'b'", "a : : text - > > 'b'"),
                arguments("öä ß", "öä ß"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void tokens(String sql, String expected) {
        assertThat(String.join(" ", split(sql, false))).isEqualTo(expected);
    }

    @Test
    void backslashesEscapeWhereStringsDoNotConform() {
        assertThat(split("'a\\' b' c", true)).containsExactly("'a\\' b'", "c");
        assertThat(split("B'a\\' c", true)).containsExactly("B'a\\'", "c");
    }

    @Test
    void aTrailingByteIsNoQuoteInEncodingsOfPairs() {
        // Katakana SO, 83 5C in Shift JIS, ends in a backslash; in Big5 A1 5C does so too.
        byte[] sjis = "E'\u30bd' c".getBytes(Charset.forName("Shift_JIS"));
        assertThat(count(sjis, "SJIS")).isEqualTo(2);
        assertThat(count(sjis, "UTF8")).isEqualTo(1);
        byte[] kana = "'\uff71' c".getBytes(Charset.forName("Shift_JIS"));
        assertThat(count(kana, "SJIS")).isEqualTo(2);
        byte[] four = "'\u00e9' c".getBytes(Charset.forName("GB18030"));
        assertThat(count(four, "GB18030")).isEqualTo(2);
        assertThat(ClientEncoding.of("BIG5")).isEqualTo(ClientEncoding.PAIRS);
    }

    @Test
    void namesAreFoldedAndCutAsTheServerDoes() {
        assertThat(name("FooBar")).isEqualTo("foobar");
        assertThat(name("\"Foo\"\"Bar\"")).isEqualTo("Foo\"Bar");
        assertThat(name("x".repeat(70))).isEqualTo("x".repeat(63));
    }

    @Test
    void wordsAreFoundInAnyCase() {
        SqlLexer lexer = lexer("DeAllocate", false);
        lexer.next();
        assertThat(lexer.isWord("deallocate")).isTrue();
        assertThat(lexer.isWord("dealloc")).isFalse();
        lexer = lexer("\"deallocate\"", false);
        lexer.next();
        assertThat(lexer.isWord("deallocate")).isFalse();
    }

    private static String name(String sql) {
        SqlLexer lexer = lexer(sql, false);
        lexer.next();
        return lexer.name();
    }

    private static int count(byte[] text, String encoding) {
        SqlLexer lexer = new SqlLexer(text, 0, text.length, false, ClientEncoding.of(encoding));
        int count = 0;
        while (lexer.next() != Token.END) {
            count++;
            if (lexer.token() == Token.BROKEN) {
                return count;
            }
        }
        return count;
    }

    private static List<String> split(String sql, boolean backslashes) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        SqlLexer lexer = lexer(sql, backslashes);
        List<String> tokens = new ArrayList<>();
        for (Token token = lexer.next(); token != Token.END; token = lexer.next()) {
            tokens.add(
                    token == Token.BROKEN
                            ? "BROKEN"
                            : new String(text, lexer.from(), lexer.to() - lexer.from(), StandardCharsets.UTF_8));
        }
        return tokens;
    }

    private static SqlLexer lexer(String sql, boolean backslashes) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        return new SqlLexer(text, 0, text.length, backslashes, ClientEncoding.PLAIN);
    }
}
