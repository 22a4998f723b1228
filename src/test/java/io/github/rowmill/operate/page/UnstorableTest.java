package io.github.rowmill.operate.page;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThan;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that text that PostgreSQL cannot store is a fault of the sender, not of the server. A browser can send it
 * anywhere.
 */
@QuarkusTest
class UnstorableTest {

    private static final String NUL = "a%00b";

    @ParameterizedTest
    @CsvSource({
        "tasks?q=, q",
        "tasks?queue=, queue",
        "tasks?status=, status",
        "tasks?after=, after",
        "failures?q=, q",
        "failures?queue=, queue",
        "queues?q=, q",
        "queues?after=, after",
        "recurring?q=, q",
        "recurring?after=, after",
        "topics?after=, after",
        "audit?kind=task&name=, name",
        "audit?actor=, actor",
        "nodes?x=, x",
        "?range=, range"
    })
    void anUnstorableParameterOfAPageIsNamed(String path, String parameter) {
        given().urlEncodingEnabled(false)
                .get("/rowmill/" + path + NUL)
                .then()
                .statusCode(400)
                .body(containsString(parameter + " must not hold U+0000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tasks?q=",
                "queues?after=",
                "schedules?after=",
                "topics?after=",
                "audit?kind=task&name=",
                "history?queue="
            })
    void anUnstorableParameterOfTheApiIsRefused(String path) {
        given().urlEncodingEnabled(false)
                .get("/rowmill/api/" + path + NUL)
                .then()
                .statusCode(400)
                .body(containsString("must not hold U+0000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"failures/", "queues/", "tasks/", "topics/", "api/queues/", "api/topics/", "api/failures/"})
    void anUnstorablePathIsNoServerError(String path) {
        given().urlEncodingEnabled(false).get("/rowmill/" + path + NUL).then().statusCode(lessThan(500));
    }

    @Test
    void anUnstorableParameterOfAStreamIsRefused() {
        given().urlEncodingEnabled(false)
                .get("/rowmill/live?page=tasks&of=" + NUL)
                .then()
                .statusCode(400);
    }

    @ParameterizedTest
    @CsvSource({
        "queues/pause, queue",
        "queues/resume, queue",
        "queues/unblock, queue",
        "recurring/run, name",
        "recurring/pause, name",
        "recurring/resume, name",
        "topics/publish, topic",
        "topics/publish, payload",
        "topics/subscribe, topic",
        "topics/subscribe, type",
        "topics/subscribe, queue",
        "topics/unsubscribe, topic",
        "topics/unsubscribe, type",
        "views, name",
        "views, q",
        "views/delete, name",
        "zone, zone",
        "bulk, q"
    })
    void anUnstorableFieldOfAFormIsNoServerError(String path, String field) {
        given().redirects()
                .follow(false)
                .contentType("application/x-www-form-urlencoded")
                .body("do=cancel&key=k&" + field + "=" + NUL)
                .post("/rowmill/" + path)
                .then()
                .statusCode(lessThan(500));
    }

    @Test
    void anUnstorableQueueNameIsRefused() {
        given().contentType("application/x-www-form-urlencoded")
                .body("queue=" + NUL)
                .post("/rowmill/queues/pause")
                .then()
                .statusCode(400)
                .body(containsString("U+0000"));
    }
}
