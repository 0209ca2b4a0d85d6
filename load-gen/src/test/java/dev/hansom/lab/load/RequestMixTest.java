package dev.hansom.lab.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hansom.lab.load.LoadSpec.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestMixTest {

    @Test
    void aGetIsOneHeadWithoutABody() {
        RequestMix mix = RequestMix.of(
                List.of(new Request("GET", "http://127.0.0.1:8080/orders/7?full=1", "", 1, Map.of("X-Trace", "on"))));
        assertThat(text(mix, 0).split("\r\n", -1))
                .containsExactly(
                        "GET /orders/7?full=1 HTTP/1.1",
                        "Host: 127.0.0.1:8080",
                        "Accept: application/json",
                        "X-Trace: on",
                        "",
                        "");
    }

    @Test
    void aBodyIsCountedInBytesAfterItsNumbersAreDrawn() {
        RequestMix mix = RequestMix.of(List.of(
                new Request("POST", "http://localhost/orders", "{\"name\":\"Zoë\",\"customer\":{1..100000}}", 1)));
        for (int i = 0; i < 200; i++) {
            String[] parts = text(mix, i).split("\r\n\r\n", -1);
            Matcher length = Pattern.compile("Content-Length: (\\d+)").matcher(parts[0]);
            assertThat(length.find()).isTrue();
            assertThat(Integer.parseInt(length.group(1))).isEqualTo(parts[1].getBytes(UTF_8).length);
            assertThat(parts[1]).matches("\\{\"name\":\"Zoë\",\"customer\":\\d+}");
            assertThat(parts[0]).contains("Host: localhost\r\n").contains("Content-Type: application/json");
        }
    }

    @Test
    void numbersCoverTheirRangeAndAreTheSameEachTime() {
        List<Request> requests = List.of(new Request("GET", "http://h/{3..5}/{3..5}", "", 1));
        RequestMix mix = RequestMix.of(requests);
        RequestMix again = RequestMix.of(requests);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            assertThat(text(mix, i)).isEqualTo(text(again, i));
            seen.add(path(mix, i));
        }
        assertThat(seen)
                .containsExactlyInAnyOrder("/3/3", "/3/4", "/3/5", "/4/3", "/4/4", "/4/5", "/5/3", "/5/4", "/5/5");
    }

    @Test
    void kindsTakeTurnsByWeight() {
        RequestMix mix = RequestMix.of(List.of(
                new Request("GET", "http://h/a", "", 30),
                new Request("GET", "http://h/b", "", 10),
                new Request("GET", "http://h/c", "", 10)));
        String turns =
                IntStream.range(0, 10).mapToObj(i -> path(mix, i).substring(1)).collect(Collectors.joining());
        assertThat(turns).isEqualTo("abacaabaca");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost:8080/x",
                "ftp://h/x",
                "https://h/x",
                "http://",
                "http:///x",
                "http://h:0/",
                "http://h:65536/",
                "http://h/a b",
                "http://h/é",
                "http://h/x#y",
                "http://u@h/",
                "http://h/{5..1}",
                "http://h:8x/"
            })
    void aBadUrlIsRefused(String url) {
        assertThatThrownBy(() -> RequestMix.of(List.of(new Request("GET", url, "", 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({"HEAD, X-A, 1", "get, X-A, 1", "GET, Host, h", "GET, a b, c", "GET, Content-Length, 5"})
    void aBadMethodOrHeaderIsRefused(String method, String header, String value) {
        Request request = new Request(method, "http://h/", "", 1, Map.of(header, value));
        assertThatThrownBy(() -> RequestMix.of(List.of(request))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void allRequestsGoToOneTarget() {
        assertThatThrownBy(() -> RequestMix.of(
                        List.of(new Request("GET", "http://h:1/", "", 1), new Request("GET", "http://h:2/", "", 1))))
                .hasMessageContaining("one host and port");
    }

    private static String path(RequestMix mix, long index) {
        return text(mix, index).split(" ", 3)[1];
    }

    private static String text(RequestMix mix, long index) {
        ByteBuf out = Unpooled.buffer();
        mix.write(index, out);
        return out.toString(UTF_8);
    }
}
