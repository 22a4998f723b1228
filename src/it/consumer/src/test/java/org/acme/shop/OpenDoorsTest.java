package org.acme.shop;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The API and the page, once the application has opened them. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(OpenDoorsTest.Open.class)
class OpenDoorsTest {

    public static class Open implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("rowmill.api.enabled", "true", "rowmill.dashboard.enabled", "true");
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
