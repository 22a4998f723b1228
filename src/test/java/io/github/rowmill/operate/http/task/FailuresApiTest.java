package io.github.rowmill.operate.http.task;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.feature.failure.FailureCounter;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class FailuresApiTest {

    private static final String FAILURES = "/rowmill/api/failures";

    @Inject
    FailureCounter counter;

    private long failed(String queue, String message) {
        long id = Api.id(Api.enqueue("{\"type\": \"test-fails\", \"queue\": \"%s\", \"payload\": {\"message\": \"%s\"}}"
                        .formatted(queue, message))
                .statusCode(201));
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> Api.get(id).body("status", is("dead")));
        counter.flush();
        return id;
    }

    private static ValidatableResponse list(String queue) {
        return given().queryParam("queue", queue).get(FAILURES).then().statusCode(200);
    }

    @Test
    void failuresOfOneCauseAreFoundWithTheirTasks() {
        String queue = Api.fresh("failures");
        failed(queue, "no answer within 30s");
        long second = failed(queue, "no answer within 45s");

        String signature = list(queue)
                .body("failures.message", contains("no answer within #s"))
                .body("failures[0].attempts", is(2))
                .body("failures[0].types", contains("test-fails"))
                .body("failures[0].frame", endsWith("FailingHandler.fail"))
                .body("failures[0].sample", Api.isId(second))
                .body("next", nullValue())
                .extract()
                .path("failures[0].signature");

        Api.get(second).body("failedAttempts[0].signature", is(signature));
        given().queryParam("q", "failure:%s queue:%s status:dead".formatted(signature, queue))
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .body("tasks.size()", is(2));
        given().queryParam("queue", queue)
                .get(FAILURES + "/" + signature)
                .then()
                .statusCode(200)
                .body("attempts", is(2));
        given().get(FAILURES).then().statusCode(200).body("failures.signature", hasItem(signature));
    }

    @Test
    void theListOfFailuresHasPages() {
        String queue = Api.fresh("failures");
        failed(queue, "first");
        failed(queue, "second");

        String next = given().queryParam("queue", queue)
                .queryParam("limit", 1)
                .get(FAILURES)
                .then()
                .body("failures.message", contains("second"))
                .extract()
                .path("next");

        given().queryParam("queue", queue)
                .queryParam("after", next)
                .get(FAILURES)
                .then()
                .body("failures.message", contains("first"))
                .body("next", nullValue());
    }

    @Test
    void anUnknownFailureIsNotFound() {
        list(Api.fresh("failures")).body("failures", empty());
        given().get(FAILURES + "/nonsense").then().statusCode(404).body("type", is("urn:rowmill:failure-not-found"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"after=x", "after=2026-01-01T00:00:00Z", "limit=0", "limit=201", "limit=x"})
    void anInvalidParameterIsNamed(String parameter) {
        given().get(FAILURES + "?" + parameter)
                .then()
                .statusCode(400)
                .body("violations[0].field", is(parameter.substring(0, parameter.indexOf('='))));
    }
}
