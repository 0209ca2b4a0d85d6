package dev.hansom.config;

import static dev.hansom.config.IniText.MINIMUM;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IniFileTest {

    private static final String DATABASE = "[databases]\nshop = host=db\n";

    @TempDir
    Path directory;

    private IniText ini;

    @BeforeEach
    void files() {
        ini = new IniText(directory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[pgbouncer]\nlisten_port=7000",
                "[pgbouncer]\r\nlisten_port = 7000\r\n",
                "\uFEFF[pgbouncer]\nlisten_port = 7000",
                "; one\n# two\n\n  [pgbouncer]  \n\t listen_port\t=\t7000 \n   ; three = 3",
                "[ pgbouncer ]\nlisten_port = 1\n[databases]\n[pgbouncer]\nlisten_port = 7000",
                "[pgbouncer]\n\"listen_port\" = 7000",
                "[pgbouncer]\n%include @DIR@/port.ini",
                "[pgbouncer]\nlisten_port = 1\n%include @DIR@/port.ini",
                "%include @DIR@/section.ini\nlisten_port = 7000",
                "[pgbouncer]\n%include @DIR@/port.ini\n%include @DIR@/port.ini",
            })
    void readsSyntax(String text) throws ConfigException {
        ini.write("port.ini", "listen_port = 7000\n");
        ini.write("section.ini", "[pgbouncer]\n");
        assertThat(ini.read(text + "\n" + MINIMUM + DATABASE).listenPort()).isEqualTo(7000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[pgbouncer", "pgbouncer]", "[]", "[a] b", "password secret", "%includes"})
    void refusesOtherLinesWithoutShowingThem(String line) {
        assertThat(ini.mistakes(MINIMUM + line + "\n" + DATABASE))
                .containsExactly(
                        "test.ini:4: neither [section] nor key = value: correct the line, or begin it with ; or #");
    }

    @Test
    void refusesAKeyBeforeTheFirstSection() {
        assertThat(ini.mistakes("listen_port = 1\n" + MINIMUM + DATABASE))
                .containsExactly("test.ini:1: listen_port: stands before the first section:"
                        + " put [pgbouncer] or [databases] above it");
    }

    @Test
    void namesTheIncludedFileAndItsLine() {
        ini.write("port.ini", "; comment\nlisten_port = x\n");
        assertThat(ini.mistakes(MINIMUM + "%include @DIR@/port.ini\n" + DATABASE))
                .containsExactly("port.ini:2: listen_port: 'x' is not a whole number from 0 to 65535");
    }

    @Test
    void refusesAFileThatIncludesItselfByWayOfAnother() {
        ini.write("other.ini", "%include @DIR@/./test.ini\n");
        assertThat(ini.mistakes(MINIMUM + "%include @DIR@/other.ini\n" + DATABASE))
                .containsExactly("other.ini:1: %include: ./test.ini is already being read, and would include itself for"
                        + " ever: remove this");
    }

    @Test
    void refusesALoopThroughASymbolicLink() throws IOException {
        Files.createSymbolicLink(directory.resolve("link.ini"), directory.resolve("test.ini"));
        assertThat(ini.mistakes(MINIMUM + "%include @DIR@/link.ini\n" + DATABASE))
                .singleElement()
                .asString()
                .startsWith("test.ini:4: %include: link.ini is already being read");
    }

    @Test
    void refusesFilesNestedTooDeep() {
        for (int i = 1; i < 20; i++) {
            ini.write(i + ".ini", "%include @DIR@/" + (i + 1) + ".ini\n");
        }
        assertThat(ini.mistakes(MINIMUM + "%include @DIR@/1.ini\n" + DATABASE))
                .containsExactly("10.ini:1: %include: more than 10 files within each other: include fewer");
    }

    @Test
    void refusesAnIncludeWithoutAFile() {
        assertThat(ini.mistakes(MINIMUM + "%include\n%include @DIR@/nowhere\n%include @DIR@/a\0b\n" + DATABASE))
                .satisfiesExactly(
                        first ->
                                assertThat(first).isEqualTo("test.ini:4: %include: names no file: write %include FILE"),
                        second -> assertThat(second)
                                .isEqualTo(
                                        "test.ini:5: %include: there is no file nowhere: correct its name or create it"),
                        third -> assertThat(third)
                                .startsWith("test.ini:6: %include: ")
                                .contains("is not a path"));
    }

    @Test
    void saysWhyTheFileCannotBeRead() throws IOException {
        Path latin1 = Files.write(directory.resolve("latin1.ini"), new byte[] {';', (byte) 0xe4, '\n'});
        Path folder = Files.createDirectory(directory.resolve("folder"));
        assertThat(ini.mistakes(directory.resolve("absent.ini")))
                .containsExactly("absent.ini: there is no file absent.ini: correct its name or create it");
        assertThat(ini.mistakes(latin1)).containsExactly("latin1.ini: latin1.ini is not UTF-8: convert it");
        assertThat(ini.mistakes(folder)).containsExactly("folder: folder is a directory: name a file");
    }

    @Test
    void survivesAVeryLongName() {
        String name = IntStream.range(0, 100_000).mapToObj(i -> "x\"\"").collect(Collectors.joining());
        assertThat(ini.mistakes(MINIMUM + "\"" + name + "\" = 1\n" + DATABASE)).hasSize(1);
    }
}
