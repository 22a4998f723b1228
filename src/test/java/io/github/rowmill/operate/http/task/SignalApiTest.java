package io.github.rowmill.operate.http.task;

import static io.github.rowmill.operate.http.Guarded.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(Guarded.class)
class SignalApiTest {

    @Inject
    TaskQueue queue;

    @Inject
    Rows rows;

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_signal");
        rows.clear();
    }

    private static ValidatableResponse send(String user, long id, String name, String body) {
        return as(user).contentType(ContentType.JSON)
                .pathParam("name", name)
                .body(body)
                .post(Api.TASKS + "/" + id + "/signals/{name}")
                .then();
    }

    private long signals(long task) {
        return rows.number("select count(*) from rowmill_signal where task = " + task);
    }

    private String payload(long task) {
        return rows.text("select cast(payload as text) from rowmill_signal where task = " + task);
    }

    @Test
    void aSignalIsStoredAndTheTaskIsReturned() {
        long id = Guarded.waiting(queue, "mail");

        send("operate", id, "a decision", "{\"payload\": {\"granted\": true, \"sum\": 12345678901234567890.10}}")
                .statusCode(200)
                .header("ETag", notNullValue())
                .body("id", Api.isId(id))
                .body("status", is("queued"));

        assertThat(payload(id)).isEqualTo("{\"sum\": 12345678901234567890.10, \"granted\": true}");
        assertThat(rows.text("select name from rowmill_signal where task = " + id))
                .isEqualTo("a decision");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", "{\"payload\": null}"})
    void aSignalWithoutAPayloadHasAnEmptyObject(String body) {
        long id = Guarded.waiting(queue, "mail");

        send("operate", id, "go", body).statusCode(200);

        assertThat(payload(id)).isEqualTo("{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "7", "\"yes\"", "[1, 2]"})
    void aPayloadMayBeAnyJson(String payload) {
        long id = Guarded.waiting(queue, "mail");

        send("operate", id, "go", "{\"payload\": %s}".formatted(payload)).statusCode(200);

        assertThat(payload(id)).isEqualTo(payload);
    }

    @Test
    void theAuditHasTheNameOfASignalAndNoPayload() {
        long id = Guarded.waiting(queue, "mail");

        send("operate", id, "decision", "{\"payload\": \"confidential\"}").statusCode(200);

        as("admin")
                .queryParam("kind", "task")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].action", is("signal"))
                .body("entries[0].actor", is("operate"))
                .body("entries[0].after.signal", is("decision"))
                .body("entries[0].toString()", not(containsString("confidential")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"payload\": \"a\\u0000b\"} | payload",
                "{\"payload\": 1e400000}     | payload",
                "{\"value\": 1}              | value"
            })
    void anInvalidPayloadIsRefusedByField(String body, String field) {
        long id = Guarded.waiting(queue, "mail");

        send("operate", id, "go", body).statusCode(400).body("violations[0].field", is(field));

        assertThat(signals(id)).isZero();
    }

    @Test
    void aPayloadThatIsTooLargeIsRefusedByField() {
        long id = Guarded.waiting(queue, "mail");

        send("operate", id, "go", "{\"payload\": \"%s\"}".formatted("x".repeat(300_000)))
                .statusCode(400)
                .body("violations.field", is(List.of("payload")))
                .body("violations[0].message", startsWith("must have at most"));
    }

    @Test
    void aNameThatIsTooLongIsRefusedByField() {
        send("operate", Guarded.waiting(queue, "mail"), "n".repeat(201), "{}")
                .statusCode(400)
                .body("violations.field", is(List.of("name")));
    }

    @Test
    void aTaskThatHasEndedReceivesNoSignal() {
        long id = Guarded.waiting(queue, "mail");
        queue.cancel(id);

        send("operate", id, "go", "{}")
                .statusCode(409)
                .body("type", is("urn:rowmill:illegal-transition"))
                .body("detail", containsString("receives no signal"));
        send("operate", Long.MAX_VALUE, "go", "{}").statusCode(404).body("type", is("urn:rowmill:task-not-found"));
    }

    private static ValidatableResponse sendToKey(String user, String type, String key, String body) {
        return as(user).contentType(ContentType.JSON)
                .pathParam("type", type)
                .pathParam("key", key)
                .body(body)
                .post("/rowmill/api/signals/{type}/{key}/paid")
                .then();
    }

    private long holding(String queueName, String key) {
        NewTask task = NewTask.of("noop").queue(queueName).uniqueKey(key).delay(Duration.ofDays(30));
        return queue.enqueue(task).id();
    }

    @Test
    void aSignalReachesTheTaskThatHoldsTheKey() {
        long id = holding("mail", "order 18/a");
        holding("mail", "order 19");

        sendToKey("mail", "noop", "order 18/a", "{\"payload\": 7}")
                .statusCode(200)
                .body("id", Api.isId(id));

        assertThat(payload(id)).isEqualTo("7");
        assertThat(rows.number("select count(*) from rowmill_signal")).isOne();
    }

    @Test
    void aKeyThatNoLiveTaskHoldsIsNotFound() {
        long id = holding("mail", "order 18");

        sendToKey("operate", "noop", "order 1", "{}").statusCode(404).body("type", is("urn:rowmill:task-not-found"));
        sendToKey("operate", "mail", "order 18", "{}").statusCode(404);
        queue.cancel(id);
        sendToKey("operate", "noop", "order 18", "{}").statusCode(404);

        assertThat(signals(id)).isZero();
    }

    @Test
    void aSignalToAKeyNeedsTheRightBeforeTheBody() {
        holding("mail", "own");
        long other = holding("secret", "other");

        sendToKey("mail", "noop", "other", "no JSON").statusCode(403).body("detail", not(containsString("secret")));
        sendToKey("view", "noop", "own", "no JSON").statusCode(403);
        sendToKey("anonymous", "noop", "own", "no JSON").statusCode(401);
        sendToKey("mail", "noop", "own", "no JSON").statusCode(400);

        assertThat(signals(other)).isZero();
    }

    @Test
    void theRightToTheQueueComesBeforeTheBody() {
        long own = Guarded.waiting(queue, "mail");
        long other = Guarded.waiting(queue, "secret");

        send("mail", own, "go", "{}").statusCode(200);
        send("mail", other, "go", "no JSON").statusCode(403).body("detail", not(containsString("secret")));
        send("view", own, "go", "no JSON").statusCode(403);
        send("anonymous", own, "go", "no JSON").statusCode(401);
        send("mail", own, "go", "no JSON").statusCode(400);

        assertThat(signals(other)).isZero();
    }
}
