package io.github.rowmill.operate.page;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** Tests an application under a root path. Quarkus sets it in REST Assured, so paths here are relative to it. */
@QuarkusTest
@TestProfile(UnderPrefix.class)
class RootPathTest {

    @TestHTTPResource
    URI root;

    @Test
    void everyLinkOfEveryPageLeadsSomewhere() {
        Api.enqueue("{\"type\": \"test-fails\", \"payload\": {\"message\": \"no\"}}")
                .statusCode(201);
        long waiting = Api.waiting("default");

        assertThat(Links.follow(root.resolve("/shop/rowmill"), root.resolve("/shop/rowmill/tasks/" + waiting)))
                .contains("GET /shop/rowmill/tasks/N", "POST /shop/rowmill/tasks/N/run")
                .contains("GET /shop/rowmill/assets/rowmill.css", "GET /shop/rowmill/live")
                .allMatch(link -> link.contains(" /shop/rowmill/"));
    }

    @Test
    void theApiIsBelowTheRootPath() {
        Api.enqueue("{\"type\": \"noop\", \"delay\": \"30d\"}")
                .statusCode(201)
                .header("Location", containsString("/shop/rowmill/api/tasks/"));
        given().get("/rowmill/api/nothing")
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("instance", is("/shop/rowmill/api/nothing"));
    }
}
