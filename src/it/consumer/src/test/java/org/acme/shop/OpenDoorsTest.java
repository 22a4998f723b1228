package org.acme.shop;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the API and the dashboard in an application that enables them. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(OpenDoorsTest.Open.class)
class OpenDoorsTest {

    public static class Open implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.ofEntries(
                    Map.entry("rowmill.api.enabled", "true"),
                    Map.entry("rowmill.dashboard.enabled", "true"),
                    // Settings of many applications: see HabitsTest.
                    Map.entry("quarkus.jackson.property-naming-strategy", "SNAKE_CASE"),
                    Map.entry("quarkus.jackson.write-dates-as-timestamps", "true"),
                    Map.entry("quarkus.jackson.fail-on-unknown-properties", "true"),
                    Map.entry("quarkus.http.enable-compression", "true"),
                    Map.entry("quarkus.http.cors.enabled", "true"),
                    Map.entry("quarkus.http.cors.origins", "https://shop.example"),
                    Map.entry("quarkus.http.header.\"Content-Security-Policy\".value", "default-src 'self'"),
                    Map.entry("quarkus.http.auth.permission.shop.paths", "/*"),
                    Map.entry("quarkus.http.auth.permission.shop.policy", "permit"),
                    Map.entry("quarkus.transaction-manager.default-transaction-timeout", "1s"),
                    Map.entry("quarkus.hibernate-orm.jdbc.statement-batch-size", "50"),
                    Map.entry(
                            "quarkus.hibernate-orm.physical-naming-strategy",
                            "org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy"),
                    Map.entry("quarkus.scheduler.start-mode", "halted"));
        }
    }

    @Test
    void tasksAreEnqueuedAndListed() {
        given().contentType(ContentType.JSON)
                .body("{\"type\": \"thank-you\", \"payload\": {\"to\": \"ada\"}}")
                .when()
                .post("/rowmill/api/tasks")
                .then()
                .statusCode(201);

        given().when()
                .get("/rowmill/api/tasks?type=thank-you")
                .then()
                .statusCode(200)
                .body(containsString("ada"));
    }

    @Test
    void anOrderPlacedOverHttpIsCompleted() {
        String answer =
                given().post("/orders/a7").then().statusCode(200).extract().asString();
        assertThat(answer).matches("Order a7 is placed\\. Task \\d+ prints its label\\.\\R");
        String task = answer.replaceAll(".*Task (\\d+) .*\\R", "$1");

        await().atMost(Duration.ofSeconds(30))
                .until(() -> given().get("/rowmill/api/tasks/" + task).path("status"), equalTo("completed"));
        given().get("/rowmill/tasks/" + task).then().statusCode(200).body(containsString("print-label"));
    }

    @Test
    void aTypeWithoutHandlerIsRefused() {
        given().contentType(ContentType.JSON)
                .body("{\"type\": \"unknown\"}")
                .when()
                .post("/rowmill/api/tasks")
                .then()
                .statusCode(422)
                .contentType(equalTo("application/problem+json"));
    }

    @Test
    void aTaskThatIsNotThereIsNotFound() {
        given().when()
                .get("/rowmill/api/tasks/999999")
                .then()
                .statusCode(404)
                .contentType(equalTo("application/problem+json"));
    }

    @Test
    void thePageIsServed() {
        given().when().get("/rowmill").then().statusCode(200).body(containsString("<html"));
    }
}
