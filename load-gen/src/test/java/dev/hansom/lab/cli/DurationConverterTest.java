package dev.hansom.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, 500, 500ms",
        "30s, 30000, 30s",
        "1.5s, 1500, 1.5s",
        "2m, 120000, 2m",
        "90s, 90000, 90s",
        "1.5h, 5400000, 90m",
        "0s, 0, 0s"
    })
    void unitsAreReadAndWritten(String text, long millis, String written) {
        assertThat(new DurationConverter().convert(text)).hasMillis(millis);
        assertThat(DurationConverter.text(new DurationConverter().convert(text)))
                .isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "-1s", "1 s", "1d", "1e3s", "99999999999h", "1s2"})
    void anythingElseIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("30s");
    }
}
