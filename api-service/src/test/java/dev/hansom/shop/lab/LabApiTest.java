package dev.hansom.shop.lab;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.hansom.shop.testing.ShopResource;
import dev.hansom.shop.testing.StatementLog;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** The switches of a measurement, and from PostgreSQL's own counters that a request runs what it says. */
@QuarkusTest
@QuarkusTestResource(value = ShopResource.class, restrictToAnnotatedClass = true)
@TestProfile(LabApiTest.LabOn.class)
class LabApiTest {

    @ConfigProperty(name = ShopResource.JDBC_URL)
    String jdbcUrl;

    @ConfigProperty(name = "quarkus.datasource.username")
    String user;

    @ConfigProperty(name = "quarkus.datasource.password")
    String password;

    @Test
    void tellsTheSettingsInEffect() {
        reset("none").statusCode(200);
        get("/lab/settings")
                .then()
                .statusCode(200)
                .body("statements", equalTo("named"))
                .body("transactions", equalTo("per-request"))
                .body("reset", equalTo("none"))
                .body("topology", equalTo("direct"))
                .body("poolSize", equalTo(3))
                .body("ioThreads", equalTo(1))
                .body("database", containsString("/shop_api"));
    }

    @Test
    void switchesTheReset() throws Exception {
        try (StatementLog log = new StatementLog(jdbcUrl, user, password)) {
            for (String mode : new String[] {"narrow", "narrow-discard-plans", "discard-all", "none"}) {
                reset(mode).statusCode(200).body("reset", equalTo(mode));
                log.clear();
                get("/orders/2").then().statusCode(200);
                Map<String, Long> calls = log.calls("shop_api");
                assertThat(calls).containsEntry("BEGIN", 1L).containsEntry("COMMIT", 1L);
                boolean narrow = mode.startsWith("narrow");
                // The narrow reset has a SELECT of its own.
                assertThat(calls).containsEntry("SELECT", narrow ? 5L : 4L);
                assertThat(calls.getOrDefault("CLOSE", 0L)).isEqualTo(narrow ? 1 : 0);
                assertThat(calls.getOrDefault("DISCARD", 0L))
                        .isEqualTo(
                                switch (mode) {
                                    case "narrow" -> 2;
                                    case "narrow-discard-plans" -> 3;
                                    case "discard-all" -> 1;
                                    default -> 0;
                                });
            }
        }
    }

    @Test
    void runsThreeSelectsAndOneInsertForANewOrder() throws Exception {
        reset("none").statusCode(200);
        try (StatementLog log = new StatementLog(jdbcUrl, user, password)) {
            given().contentType("application/json")
                    .body("{\"customerId\": 1, \"lines\": [{\"productId\": 7, \"quantity\": 2}]}")
                    .post("/orders")
                    .then()
                    .statusCode(201);
            // The INSERT starts with the expression that numbers the order.
            assertThat(log.calls("shop_api"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("BEGIN", 1L, "SELECT", 3L, "WITH", 1L, "COMMIT", 1L));
            log.clear();
            get("/customers/1/orders").then().statusCode(200);
            assertThat(log.calls("shop_api"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("BEGIN", 1L, "SELECT", 4L, "COMMIT", 1L));
            assertThat(log.rows("shop_api", "%ORDER BY id DESC%")).isEqualTo(20);
        }
    }

    @Test
    void refusesAResetItDoesNotKnow() {
        reset("all of it")
                .statusCode(400)
                .contentType("application/problem+json")
                .body("detail", containsString("none, narrow, narrow-discard-plans, discard-all"));
        given().contentType("application/json")
                .body("{}")
                .put("/lab/reset")
                .then()
                .statusCode(415);
    }

    private static ValidatableResponse reset(String mode) {
        return given().contentType("text/plain").body(mode).put("/lab/reset").then();
    }

    /** Named statements in one transaction a request, with the lab's switches on. */
    public static final class LabOn implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "shop.lab.enabled", "true",
                    "shop.statements", "named",
                    "shop.transactions", "per-request",
                    "quarkus.datasource.reactive.max-size", "3");
        }
    }
}
