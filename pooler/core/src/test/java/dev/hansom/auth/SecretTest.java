package dev.hansom.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.auth.Secret.Md5;
import dev.hansom.auth.Secret.Plain;
import dev.hansom.auth.Secret.Scram;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {

    private static final String KEY = "WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=";

    @Test
    void readsAScramVerifier() {
        byte[] key = Base64.getDecoder().decode(KEY);
        assertThat(Secret.parse("SCRAM-SHA-256$8192:AQID$" + KEY + ":" + KEY))
                .isEqualTo(new Scram(8192, new byte[] {1, 2, 3}, key, key));
    }

    @Test
    void readsAnMd5Hash() {
        assertThat(Secret.parse("md5e68c7e25e37ef1d3ad9f2bcb5e2e1d11"))
                .isEqualTo(new Md5("e68c7e25e37ef1d3ad9f2bcb5e2e1d11"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret",
                "",
                "md5",
                "md5E68C7E25E37EF1D3AD9F2BCB5E2E1D11",
                "md5e68c7e25e37ef1d3ad9f2bcb5e2e1d1",
                "SCRAM-SHA-256$4096:AQID$" + KEY,
                "SCRAM-SHA-256$0:AQID$" + KEY + ":" + KEY,
                "SCRAM-SHA-256$9999999999:AQID$" + KEY + ":" + KEY,
                "SCRAM-SHA-256$4096:AQID$AQID:" + KEY,
                "SCRAM-SHA-256$4096:*$" + KEY + ":" + KEY,
                "SCRAM-SHA-1$4096:AQID$" + KEY + ":" + KEY
            })
    void whatDoesNotParseAsAHashIsAPassword(String text) {
        assertThat(Secret.parse(text)).isEqualTo(new Plain(text));
    }

    @Test
    void noSecretShowsItself() {
        String scram = "SCRAM-SHA-256$4096:AQID$" + KEY + ":" + KEY;
        assertThat(Secret.parse("pencil").toString()).doesNotContain("pencil");
        assertThat(Secret.parse("md5e68c7e25e37ef1d3ad9f2bcb5e2e1d11").toString())
                .doesNotContain("e68c");
        assertThat(Secret.parse(scram).toString()).isEqualTo("Scram");
    }
}
