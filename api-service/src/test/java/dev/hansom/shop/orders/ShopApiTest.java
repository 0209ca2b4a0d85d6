package dev.hansom.shop.orders;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;

import dev.hansom.shop.testing.ShopDatabase;
import dev.hansom.shop.testing.ShopResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
@QuarkusTestResource(value = ShopResource.class, restrictToAnnotatedClass = true)
class ShopApiTest {

    private static final String LINE = "{\"productId\": 7, \"quantity\": 2}";

    @Test
    void showsAnOrder() {
        get("/orders/1")
                .then()
                .statusCode(200)
                .contentType("application/json")
                .body("id", equalTo(1))
                .body("placedAt", equalTo("2026-01-01T00:00:01Z"))
                .body("customer.email", equalTo("customer1@shop.example"))
                .body("lines", hasSize(3))
                .body("lines[0].sku", notNullValue())
                .body("shipping.carrier", equalTo("Post"))
                .body("shipping.state", notNullValue());
    }

    @Test
    void showsTheTwentyNewestOrdersOfACustomer() {
        get("/customers/5/orders")
                .then()
                .statusCode(200)
                .body("customer.id", equalTo(5))
                .body("orderCount", equalTo(20))
                .body("shippingZone", equalTo("Home"))
                .body("orders", hasSize(20))
                .body("orders[0].id", equalTo(ShopDatabase.ORDERS - ShopDatabase.CUSTOMERS + 5))
                .body("orders[19].id", equalTo(5));
    }

    @Test
    void placesAnOrderThatIsThereAfterwards() {
        String location = post("{\"customerId\": 7, \"lines\": [" + LINE + ", {\"productId\": 3, \"quantity\": 1}]}")
                .statusCode(201)
                .body("customerId", equalTo(7))
                // Products cost 199 + 37 * id cents, zone 3 costs 750.
                .body("goodsCents", equalTo(2 * (199 + 7 * 37) + 199 + 3 * 37))
                .body("totalCents", equalTo(2 * (199 + 7 * 37) + 199 + 3 * 37 + 750))
                .extract()
                .header("Location");
        get(location)
                .then()
                .statusCode(200)
                .body("customer.id", equalTo(7))
                .body("lines.productId", equalTo(java.util.List.of(7, 3)))
                .body("shipping.state", equalTo("pending"));
    }

    @ParameterizedTest
    @CsvSource({
        "/orders/1000000, 404, there is no order 1000000",
        "/customers/1000000/orders, 404, there is no customer 1000000",
        "/orders/x, 400, must be a whole number from 1",
        "/orders/0, 400, must be a whole number from 1",
        "/orders/-1, 400, must be a whole number from 1",
        "/orders/99999999999999999999, 400, must be a whole number from 1",
        "/customers/1.5/orders, 400, must be a whole number from 1",
        "/nothing, 404, there is nothing at /nothing",
        "/customers/1, 404, there is nothing at /customers/1",
        "/lab/settings, 404, shop.lab.enabled=true",
    })
    void refusesAPathWithTheReason(String path, int status, String detail) {
        problem(get(path).then(), status, detail).body("instance", equalTo(path));
    }

    static Stream<Arguments> badBodies() {
        String start = "{\"customerId\": 1, \"lines\": ";
        return Stream.of(
                Arguments.of("", "the body is missing"),
                Arguments.of("null", "the body is missing"),
                Arguments.of("[]", "the body must be an object"),
                Arguments.of("{\"customerId\": 1,", "not valid JSON (line 1"),
                Arguments.of(start + "[" + LINE + "]} more", "not valid JSON (line 1"),
                Arguments.of("{\"customerId\": 1, \"customerId\": 2}", "the field 'customerId' twice"),
                Arguments.of("{\"customer\": 1}", "field customer is unknown here; known are customerId, lines"),
                Arguments.of(
                        start + "[{\"productId\": 7, \"price\": 1}]}",
                        "lines[0].price is unknown here; known are productId, quantity"),
                Arguments.of("{\"lines\": [" + LINE + "]}", "customerId is missing"),
                Arguments.of("{\"customerId\": \"1\"}", "customerId must be a whole number"),
                Arguments.of("{\"customerId\": true}", "customerId must be a whole number"),
                Arguments.of("{\"customerId\": 1.5}", "customerId must be a whole number"),
                Arguments.of("{\"customerId\": 0}", "customerId must be a whole number from 1"),
                Arguments.of("{\"customerId\": 1}", "lines must be an array of 1 to 50"),
                Arguments.of(start + "[]}", "lines must be an array of 1 to 50"),
                Arguments.of(start + "{}}", "lines must be an array"),
                Arguments.of(start + "[null]}", "lines[0] must be an object"),
                Arguments.of(start + "[7]}", "lines[0] must be an object"),
                Arguments.of(start + "[{\"quantity\": 1}]}", "lines[0].productId is missing"),
                Arguments.of(start + "[{\"productId\": 7}]}", "lines[0].quantity is missing"),
                Arguments.of(start + "[{\"productId\": 7, \"quantity\": -2}]}", "from 1 to 1000, not -2"),
                Arguments.of(start + "[{\"productId\": 7, \"quantity\": 1001}]}", "from 1 to 1000, not 1001"),
                Arguments.of(start + "[{\"productId\": 7, \"quantity\": 99999999999}]}", "out of range"),
                Arguments.of(start + "[" + LINE + "," + LINE + "]}", "lines[1] repeats product 7"),
                Arguments.of(start + "[" + String.join(",", java.util.Collections.nCopies(51, LINE)) + "]}", "1 to 50"),
                Arguments.of(start + "[{\"productId\": 7777, \"quantity\": 1}]}", "there is no product 7777"),
                Arguments.of("{\"customerId\": 7777, \"lines\": [" + LINE + "]}", "there is no customer 7777"));
    }

    @ParameterizedTest
    @MethodSource("badBodies")
    void refusesABodyWithTheReason(String body, String detail) {
        problem(post(body), 400, detail).body("instance", equalTo("/orders"));
    }

    @Test
    void refusesMethodsAndMediaTypesItDoesNotHave() {
        problem(given().delete("/orders/1").then(), 405, "does not take that method");
        problem(given().contentType("text/plain").body("x").post("/orders").then(), 415, "application/json");
        problem(given().accept("text/plain").get("/orders/1").then(), 406, "application/json");
        given().contentType("application/json")
                .body(" ".repeat(100_000))
                .post("/orders")
                .then()
                .statusCode(413);
    }

    @Test
    void describesItself() {
        given().accept("application/json")
                .get("/q/openapi")
                .then()
                .statusCode(200)
                .body("info.title", equalTo("Hansom sample shop"))
                .body("paths", hasKey("/orders/{id}"))
                .body("paths.'/orders'.post.responses", hasKey("201"))
                .body("paths.'/customers/{id}/orders'.get.summary", containsString("20"))
                .body(
                        "paths.'/orders/{id}'.get.responses.'404'.content.'application/problem+json'.schema.$ref",
                        endsWith("/Problem"))
                .body("components.schemas.Problem.properties.keySet()", hasItems("type", "title", "status", "detail"))
                .body("components.schemas.NewOrder.required", hasItems("customerId", "lines"));
    }

    @Test
    void reportsHealthAndMetrics() {
        get("/orders/1").then().statusCode(200);
        get("/q/health/ready")
                .then()
                .statusCode(200)
                .body("status", equalTo("UP"))
                .body("checks.name", hasItem("Reactive PostgreSQL connections health check"));
        get("/q/metrics")
                .then()
                .statusCode(200)
                .body(containsString("http_server_requests_seconds_count"))
                .body(containsString("uri=\"/orders/{id}\""))
                .body(containsString("sql_pool_queue_delay_seconds_count"));
    }

    private static ValidatableResponse post(String body) {
        return given().contentType("application/json")
                .body(body)
                .post("/orders")
                .then();
    }

    private static ValidatableResponse problem(ValidatableResponse response, int status, String detail) {
        return response.statusCode(status)
                .contentType("application/problem+json")
                .body("type", equalTo("about:blank"))
                .body("title", notNullValue())
                .body("status", equalTo(status))
                .body("detail", containsString(detail));
    }
}
