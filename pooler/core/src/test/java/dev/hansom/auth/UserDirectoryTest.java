package dev.hansom.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserDirectoryTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void place() {
        file = directory.resolve("userlist.txt");
    }

    @Test
    void readsNamesAndSecrets() throws IOException {
        UserDirectory users = read("""
                ; the shop
                "shop" "secret"
                  "al ice"   "md5e68c7e25e37ef1d3ad9f2bcb5e2e1d11" the rest is ignored " even this

                "quo""ted" "sec""ret"
                "back\\slash" "a\\"
                "nobody" ""
                "tight""\""" "x"
                """);
        assertThat(users.secret("shop")).contains("secret");
        assertThat(users.secret("al ice")).contains("md5e68c7e25e37ef1d3ad9f2bcb5e2e1d11");
        assertThat(users.secret("quo\"ted")).contains("sec\"ret");
        assertThat(users.secret("back\\slash")).contains("a\\");
        assertThat(users.secret("nobody")).contains("");
        assertThat(users.secret("tight\"\"")).contains("x");
        assertThat(users.secret("ghost")).isEmpty();
        assertThat(users).hasToString("6 users");
    }

    @Test
    void theLastOfTwoLinesForAUserCounts() throws IOException {
        assertThat(read("\"shop\" \"old\"\r\n\"shop\" \"new\"\r\n").secret("shop"))
                .contains("new");
    }

    @Test
    void anEmptyFileHasNoUsers() throws IOException {
        assertThat(read("")).hasToString("0 users");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                    shop secret      | a user name in double quotes expected
                    # comment        | a user name in double quotes expected
                    "" "secret"      | the user name is empty
                    "shop            | the closing quote of the user name is missing
                    "shop"           | a secret in double quotes expected
                    "shop" secret    | a secret in double quotes expected
                    "shop" "secret   | the closing quote of the secret is missing
                    "shop" "secret"" | the closing quote of the secret is missing
                    "shop""secret"   | a secret in double quotes expected
                    """)
    void namesFileAndLineOfAMistakeAndShowsNoSecret(String line, String problem) {
        assertThatThrownBy(() -> read("; comment\n\"a\" \"b\"\n" + line + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ":3: " + problem + "; a line reads \"user\" \"password or secret\"");
    }

    @Test
    void saysWhichFileIsMissing() {
        assertThatThrownBy(() -> UserDirectory.read(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot read auth_file " + file);
    }

    @Test
    void refusesOtherEncodings() throws IOException {
        Files.write(file, new byte[] {'"', (byte) 0xe4, '"', ' ', '"', 'x', '"'});
        assertThatThrownBy(() -> UserDirectory.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ": not UTF-8");
    }

    @Test
    void programmaticUsersKeepTheirSecrets() {
        assertThat(UserDirectory.of(Map.of("a", "b")).secret("a")).contains("b");
        assertThat(UserDirectory.empty().secret("a")).isEmpty();
    }

    private UserDirectory read(String text) throws IOException {
        Files.writeString(file, text);
        return UserDirectory.read(file);
    }
}
