package io.github.rowmill.operate.http.caller;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a node that is open to everyone refuses foreign names of hosts. A web page can make its own name lead to
 * the node.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class OwnHostTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8081",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "xlocalhost",
                "10.1.2.4",
                "sub.mill.example",
                "[2001:db8::1]"
            })
    void aForeignHostIsRefused(String host) {
        given().header("Host", host)
                .get(Api.TASKS)
                .then()
                .statusCode(403)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:foreign-host"))
                .body("detail", containsString("rowmill.access.hosts"));
    }

    @Test
    void theRefusalOnThePageNamesTheSettingForHosts() {
        given().header("Host", "evil.example:8081")
                .get("/rowmill/tasks")
                .then()
                .statusCode(403)
                .body(containsString("&#39;evil.example&#39;"), containsString("rowmill.access.hosts"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:8081",
                "shop.localhost:8080",
                "127.0.0.1",
                "127.8.0.1:99",
                "[::1]:8081",
                "mill.example:8081",
                "MILL.example",
                "10.1.2.3"
            })
    void loopbackAndConfiguredHostsAreAccepted(String host) {
        given().header("Host", host).get(Api.TASKS).then().statusCode(200);
        given().header("Host", host).get("/rowmill/tasks").then().statusCode(200);
    }
}
