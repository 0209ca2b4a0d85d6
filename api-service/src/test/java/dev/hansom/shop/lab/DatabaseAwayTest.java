package dev.hansom.shop.lab;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The service without its database, with the default settings otherwise. */
@QuarkusTest
@TestProfile(DatabaseAwayTest.NobodyListens.class)
class DatabaseAwayTest {

    @Test
    void answers503AndRecommendsToTryAgain() {
        get("/orders/1")
                .then()
                .statusCode(503)
                .contentType("application/problem+json")
                .header("Retry-After", "1")
                .body("detail", containsString("cannot be reached"));
        given().contentType("application/json")
                .body("{\"customerId\": 1, \"lines\": [{\"productId\": 7, \"quantity\": 2}]}")
                .post("/orders")
                .then()
                .statusCode(503);
    }

    @Test
    void isAliveButNotReady() {
        get("/q/health/live").then().statusCode(200);
        get("/q/health/ready").then().statusCode(503).body("status", equalTo("DOWN"));
    }

    @Test
    void stillRefusesWhatIsWrongByItself() {
        get("/orders/x").then().statusCode(400);
    }

    @Test
    void refusesDiscardAllBesideTheCache() {
        given().contentType("text/plain")
                .body("discard-all")
                .put("/lab/reset")
                .then()
                .statusCode(409)
                .contentType("application/problem+json")
                .body("detail", containsString("use shop.statements=named"));
        get("/lab/settings").then().body("reset", equalTo("none"));
    }

    /** An address where nothing listens. */
    public static final class NobodyListens implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return Map.of(
                        "shop.lab.enabled",
                        "true",
                        "quarkus.datasource.reactive.url",
                        "vertx-reactive:postgresql://127.0.0.1:" + free.getLocalPort() + "/shop");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
