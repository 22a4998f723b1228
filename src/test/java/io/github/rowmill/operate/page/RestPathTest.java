package io.github.rowmill.operate.page;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An application whose resources are under a path, below a root path. REST Assured is told the root path by Quarkus. */
@QuarkusTest
@TestProfile(RestPathTest.Apart.class)
class RestPathTest {

    public static class Apart implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.http.root-path", "/shop", "quarkus.rest.path", "/api");
        }
    }

    private static final String API = "/api/rowmill/api";

    @TestHTTPResource
    URI root;

    @Test
    void everyLinkOfEveryPageLeadsSomewhere() {
        given().contentType("application/json")
                .body("{\"type\": \"test-fails\", \"payload\": {\"message\": \"no\"}}")
                .post(API + "/tasks")
                .then()
                .statusCode(201);
        given().contentType("application/json")
                .body("{\"type\": \"noop\", \"delay\": \"30d\"}")
                .post(API + "/tasks")
                .then()
                .statusCode(201);

        assertThat(Links.follow(root.resolve("/shop/api/rowmill")))
                .contains("GET /shop/api/rowmill/tasks/N", "POST /shop/api/rowmill/tasks/N/run")
                .contains("GET /shop/api/rowmill/assets/rowmill.css", "GET /shop/api/rowmill/live")
                .allMatch(link -> link.contains(" /shop/api/rowmill/"));
    }

    @Test
    void filesAreKeptByBrowsers() {
        given().get("/api/rowmill/assets/rowmill.css?12345678")
                .then()
                .statusCode(200)
                .header("Cache-Control", containsString("immutable"));
    }

    @Test
    void whatIsNotThereIsToldInTheMannerOfItsPlace() {
        given().get("/api/rowmill/nothing")
                .then()
                .statusCode(404)
                .contentType("text/html")
                .body(containsString("href=\"./assets/rowmill.css"));
        given().get(API + "/nothing")
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("instance", is("/shop" + API + "/nothing"));
    }

    @Test
    void anotherPathOfTheApplicationIsLeftAlone() {
        given().get("/rowmill/nothing").then().statusCode(404).body(not(containsString("dashboard")));
    }

    @Test
    void whatWasMadeSaysWhereItIs() {
        given().contentType("application/json")
                .body("{\"type\": \"noop\", \"delay\": \"30d\"}")
                .post(API + "/tasks")
                .then()
                .statusCode(201)
                .header("Location", containsString("/shop/api/rowmill/api/tasks/"));
    }
}
