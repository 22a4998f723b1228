package io.github.rowmill.operate.page;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.net.URI;
import org.junit.jupiter.api.Test;

/**
 * Tests an application whose resources are under a path, below a root path. Quarkus sets the root path in REST Assured.
 */
@QuarkusTest
@TestProfile(Apart.class)
class RestPathTest {

    private static final String API = "/api/rowmill/api";

    @TestHTTPResource
    URI root;

    @Test
    void everyLinkOfEveryPageLeadsSomewhere() {
        enqueue("{\"type\": \"test-fails\", \"payload\": {\"message\": \"no\"}}");
        long waiting = Api.id(enqueue("{\"type\": \"noop\", \"delay\": \"30d\"}"));

        assertThat(Links.follow(root.resolve("/shop/api/rowmill"), root.resolve("/shop/api/rowmill/tasks/" + waiting)))
                .contains("GET /shop/api/rowmill/tasks/N", "POST /shop/api/rowmill/tasks/N/run")
                .contains("GET /shop/api/rowmill/assets/rowmill.css", "GET /shop/api/rowmill/live")
                .allMatch(link -> link.contains(" /shop/api/rowmill/"));
    }

    @Test
    void assetsAreCachedByBrowsers() {
        String page = given().get("/api/rowmill/").asString();
        String style = page.replaceAll("(?s).*href=\"\\./(assets/rowmill.css\\?[0-9a-f]{8})\".*", "$1");

        given().get("/api/rowmill/" + style)
                .then()
                .statusCode(200)
                .header("Cache-Control", containsString("immutable"));
    }

    @Test
    void anUnknownPathGetsAPageOrAProblem() {
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
    void anotherPathOfTheApplicationGetsNoDashboardPage() {
        given().get("/rowmill/nothing").then().statusCode(404).body(not(containsString("dashboard")));
    }

    @Test
    void aPageBehindAProxyThatChangesTheHostMayWrite() {
        given().header("X-Forwarded-Host", "shop.example")
                .header("Origin", "http://shop.example")
                .post(API + "/queues/default/resume")
                .then()
                .statusCode(200);
    }

    @Test
    void theLocationOfATaskHasThePath() {
        enqueue("{\"type\": \"noop\", \"delay\": \"30d\"}")
                .header("Location", containsString("/shop/api/rowmill/api/tasks/"));
    }

    @Test
    void aRemoteWorkerClaimsBelowThePath() {
        Api.post(API + "/work/claim", "{\"types\": [\"nobody\"], \"wait\": \"100ms\"}")
                .statusCode(200)
                .body("tasks", hasSize(0));
        Api.post(API + "/work/claim", "{}").statusCode(400).body("instance", is("/shop" + API + "/work/claim"));
    }

    private static ValidatableResponse enqueue(String task) {
        return Api.post(API + "/tasks", task).statusCode(201);
    }
}
