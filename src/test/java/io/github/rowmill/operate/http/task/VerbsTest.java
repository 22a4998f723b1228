package io.github.rowmill.operate.http.task;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class VerbsTest {

    private static String path(long id, String verb) {
        return Api.TASKS + "/" + id + "/" + verb;
    }

    @Test
    void aTaskIsCancelledAndRetried() {
        long id = Api.waiting(Api.fresh("verbs"));

        Api.post(path(id, "cancel"), "")
                .statusCode(200)
                .body("id", Api.isId(id))
                .body("status", is("cancelled"))
                .body("finished", notNullValue());
        Api.post(path(id, "retry"), "").statusCode(200).body("status", is("queued"));
    }

    @Test
    void aVerbThatTheStateForbidsIsRefused() {
        long id = Api.waiting(Api.fresh("verbs"));

        Api.post(path(id, "retry"), "")
                .statusCode(409)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:illegal-transition"))
                .body("detail", containsString("queued"));
        Api.post(path(id, "cancel"), "").statusCode(200);
        Api.post(path(id, "cancel"), "").statusCode(409);
    }

    @Test
    void aRetryIsRefusedIfAnotherTaskHoldsTheUniqueKey() {
        String body = "{\"type\": \"noop\", \"delay\": \"30d\", \"uniqueKey\": \"%s\"}".formatted(Api.fresh("key"));
        long first = Api.id(Api.enqueue(body).statusCode(201));
        Api.post(path(first, "cancel"), "").statusCode(200);
        long second = Api.id(Api.enqueue(body).statusCode(201));

        Api.post(path(first, "retry"), "")
                .statusCode(409)
                .body("type", is("urn:rowmill:duplicate"))
                .body("existingId", Api.isId(second));
    }

    @Test
    void theFailedAttemptsOfATaskAreShown() {
        long id = Api.id(Api.enqueue("{\"type\": \"test-fails\", \"payload\": {\"message\": \"out of paper\"}}")
                .statusCode(201));

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> Api.get(id).body("status", is("dead")));

        Api.get(id)
                .statusCode(200)
                .body("attempts", is(1))
                .body("error", containsString("out of paper"))
                .body("failedAttempts", hasSize(1))
                .body("failedAttempts[0].number", is(1))
                .body("failedAttempts[0].error", containsString("out of paper"))
                .body("failedAttempts[0].operator", notNullValue());
        Api.post(path(id, "retry"), "").statusCode(200).body("maxAttempts", is(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 5_000_000_000L, Long.MAX_VALUE})
    void anUnknownTaskIsNotFound(long id) {
        Api.get(id)
                .statusCode(404)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:task-not-found"))
                .body("detail", containsString(String.valueOf(id)));
        Api.post(path(id, "cancel"), "").statusCode(404);
        Api.post(path(id, "retry"), "").statusCode(404);
    }
}
