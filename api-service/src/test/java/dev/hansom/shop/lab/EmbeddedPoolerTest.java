package dev.hansom.shop.lab;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import dev.hansom.shop.testing.ShopDatabase;
import dev.hansom.testkit.PostgresCluster;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The embedded topology as its profile sets it up. */
@QuarkusTest
@TestProfile(EmbeddedPoolerTest.Embedded.class)
class EmbeddedPoolerTest {

    @Test
    void servesRequestsThroughThePoolerInThisProcess() {
        for (int i = 1; i <= 5; i++) {
            get("/orders/" + i).then().statusCode(200).body("lines", hasSize(3));
            get("/customers/" + i + "/orders").then().statusCode(200).body("orders", hasSize(20));
        }
        given().contentType("application/json")
                .body("{\"customerId\": 1, \"lines\": [{\"productId\": 7, \"quantity\": 2}]}")
                .post("/orders")
                .then()
                .statusCode(201);
        get("/lab/settings").then().body("topology", equalTo("embedded"));
        get("/q/health/ready").then().statusCode(200).body("checks.name", hasItem("hansom-pooler"));
        get("/q/metrics").then().body(containsString("hansom_pooler_binds_total{database=\"shop\""));
    }

    /** The profile {@code embedded} with the ports of this test. */
    public static final class Embedded implements QuarkusTestProfile {

        @Override
        public String getConfigProfile() {
            return "embedded";
        }

        @Override
        public Map<String, String> getConfigOverrides() {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                PostgresCluster cluster = PostgresCluster.shared();
                ShopDatabase.load(cluster, "shop_embedded");
                Map<String, String> settings = new HashMap<>();
                settings.put("shop.lab.enabled", "true");
                settings.put("quarkus.datasource.username", cluster.superuser());
                settings.put("quarkus.datasource.password", cluster.password());
                settings.put("hansom.pooler.listen-port", Integer.toString(free.getLocalPort()));
                settings.put("hansom.pooler.databases.shop.host", cluster.host());
                settings.put("hansom.pooler.databases.shop.port", Integer.toString(cluster.port()));
                settings.put("hansom.pooler.databases.shop.dbname", "shop_embedded");
                return settings;
            } catch (IOException | SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
