package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.aMapWithSize;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.containsStringIgnoringCase;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.engine.WorkerNode;
import io.github.rowmill.roles.WorkerLogin;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests an application without API and dashboard. {@code WorkerRoleTest} uses the same application, hence the login.
 */
@QuarkusTest
@TestProfile(WorkerNode.class)
@WithTestResource(WorkerLogin.class)
class ClosedTest {

    @ParameterizedTest
    @ValueSource(strings = {"/rowmill/api", "/rowmill/api/tasks", "/rowmill/api/tasks/1", "/rowmill/api/nothing"})
    void theApiIsNotThere(String path) {
        given().get(path)
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:switched-off"));
    }

    @Test
    void nothingIsEnqueued() {
        Api.enqueue("{\"type\": \"noop\"}").statusCode(404);
    }

    @Test
    void theOpenApiDescriptionHasNoPartOfRowmill() {
        given().get("/q/openapi?format=json")
                .then()
                .statusCode(200)
                .body("paths", aMapWithSize(greaterThan(0)))
                .body(not(containsStringIgnoringCase("rowmill/api")))
                .body(not(containsString("Rowmill")))
                .body("components.schemas.keySet()", hasItem("Instant"))
                .body("components.schemas.keySet()", everyItem(not(in(List.of("Violation", "Duration")))));
    }

    @Test
    void theDashboardIsNotThere() {
        given().get("/rowmill").then().statusCode(404);
    }
}
