package dev.hansom.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorCommandTest {

    @Test
    void everythingIsLookedAt() throws Exception {
        Output output = Output.of(new DoctorCommand(), "--json");
        JsonNode json = new ObjectMapper().readTree(output.out());
        assertThat(output.exit()).isEqualTo(json.get("ok").asBoolean() ? 0 : 3);
        JsonNode findings = json.get("findings");
        assertThat(findings.fieldNames())
                .toIterable()
                .contains(
                        "cores",
                        "memory",
                        "kernel",
                        "JDK",
                        "CPU time",
                        "cgroups",
                        "transport",
                        "timers",
                        "pressure",
                        "ports",
                        "PostgreSQL",
                        "PgBouncer",
                        "suggested rate");
        assertThat(findings.get("cores").get("values").get("cores").asInt())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(findings.get("timers").get("text").asText()).contains("2000 firings");
        findings.forEach(finding -> assertThat(finding.get("advice").asText().isEmpty())
                .as("advice exactly where something is not ok: %s", finding)
                .isEqualTo(finding.get("level").asText().equals("ok")));
    }

    @Test
    void aRequestThatCostsNothingIsRefused() {
        Output output = Output.of(new DoctorCommand(), "--request-cpu", "0");
        assertThat(output.exit()).isEqualTo(2);
        assertThat(output.err()).contains("above zero");
    }

    @ParameterizedTest
    @CsvSource({"0.4, 0", "1, 1", "7.9, 7", "14, 10", "15, 15", "666, 650", "667, 650", "2999, 2500", "12345, 10000"})
    void ratesAreRoundedDown(double rate, long rounded) {
        assertThat(DoctorCommand.round(rate)).isEqualTo(rounded);
    }
}
