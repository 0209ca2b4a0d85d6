package dev.hansom.shop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartupCheckTest {

    private static final String URL = "vertx-reactive:postgresql://somebody:secret@db.example:5433/shop";

    @Test
    void takesTheDefaults() {
        assertThatCode(() -> check(Map.of(), false, URL, 20)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"named", "unnamed", "simple"})
    void takesDiscardAllWhereNothingIsCached(String statements) {
        assertThatCode(() -> check(Map.of("statements", statements, "reset", "discard-all"), false, URL, 1))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesWhatCannotWork() {
        refused(Map.of("reset", "discard-all"), false, URL, 1, "use shop.statements=named");
        refused(Map.of("acquire-timeout", "0s"), false, URL, 1, "shop.acquire-timeout");
        refused(Map.of("topology", "embedded"), false, URL, 1, "hansom.pooler.enabled=true");
        refused(Map.of(), true, URL, 1, "shop.topology=embedded");
        refused(Map.of(), false, URL, 0, "max-size must be at least 1");
        refused(Map.of(), false, "", 1, "quarkus.datasource.reactive.url is empty");
    }

    @Test
    void namesTheKeyAndTheValuesItTakes() {
        assertThatThrownBy(() -> settings(Map.of("reset", "everything")))
                .hasMessageContainingAll("shop.reset", "everything", "narrow-discard-plans", "discard-all");
    }

    @Test
    void neverRepeatsAPassword() {
        assertThatThrownBy(() -> DatabaseAddress.ofUrl("postgresql://somebody:secret@:x/"))
                .isInstanceOf(ConfigurationException.class)
                .hasNoCause()
                .hasMessageNotContaining("secret");
        assertThat(DatabaseAddress.ofUrl("postgresql://somebody:secret@db.example:5433/shop"))
                .hasToString("db.example:5433/shop");
        assertThat(DatabaseAddress.ofUrl("vertx-reactive:postgresql:///shop?host=/run/pg&port=5"))
                .hasToString("/run/pg/.s.PGSQL.5/shop");
    }

    @ParameterizedTest
    @CsvSource({"none,NONE", "narrow,NARROW", "narrow-discard-plans,NARROW_DISCARD_PLANS", "discard-all,DISCARD_ALL"})
    void knowsTheResetsByName(String key, ResetMode mode) {
        assertThat(ResetMode.ofKey(key)).contains(mode);
        assertThat(mode.key()).isEqualTo(key);
    }

    @Test
    void switchesOnlyToWhatGoesWithTheStatements() {
        ResetSwitch cached = new ResetSwitch(StatementMode.CACHED, ResetMode.NONE);
        cached.set(ResetMode.NARROW_DISCARD_PLANS);
        assertThatThrownBy(() -> cached.set(ResetMode.DISCARD_ALL)).hasMessageContaining("shop.statements=named");
        assertThat(cached.current()).isEqualTo(ResetMode.NARROW_DISCARD_PLANS);
        ResetSwitch named = new ResetSwitch(StatementMode.NAMED, ResetMode.NONE);
        named.set(ResetMode.DISCARD_ALL);
        assertThat(named.current()).isEqualTo(ResetMode.DISCARD_ALL);
    }

    private static void refused(Map<String, String> shop, boolean pooler, String url, int poolSize, String reason) {
        assertThatThrownBy(() -> check(shop, pooler, url, poolSize))
                .isInstanceOf(ConfigurationException.class)
                .hasNoCause()
                .hasMessageContaining(reason);
    }

    private static void check(Map<String, String> shop, boolean pooler, String url, int poolSize) {
        new StartupCheck(settings(shop), pooler, Optional.of(url), poolSize).check(new StartupEvent());
    }

    private static ShopSettings settings(Map<String, String> shop) {
        Map<String, String> values = new HashMap<>();
        shop.forEach((key, value) -> values.put("shop." + key, value));
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withDefaultValues(values)
                .withMapping(ShopSettings.class)
                .build()
                .getConfigMapping(ShopSettings.class);
    }
}
