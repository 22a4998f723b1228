package io.github.rowmill.operate.http.task;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ChangeTest {

    private static String tag(long id) {
        return Api.get(id).statusCode(200).extract().header("ETag");
    }

    private static ValidatableResponse change(long id, String ifMatch, String body) {
        return given().contentType(ContentType.JSON)
                .header("If-Match", ifMatch)
                .body(body)
                .patch(Api.TASKS + "/" + id)
                .then();
    }

    @Test
    void aChangeWritesTheGivenFieldsAndKeepsTheOthers() {
        String queue = Api.fresh("change");
        String other = Api.fresh("other");
        long id = Api.id(Api.enqueue(
                        "{\"type\": \"event\", \"payload\": {\"account\": \"a1\", \"name\": \"seen\", \"n\": 1}, \"queue\": \"%s\", \"delay\": \"30d\", \"tags\": [\"x\"], \"timeout\": \"90s\"}"
                                .formatted(queue))
                .statusCode(201));

        change(
                        id,
                        tag(id),
                        "{\"queue\": \"%s\", \"priority\": -3, \"runAt\": \"2040-01-01T00:00:00Z\", \"maxAttempts\": 4, \"payload\": {\"account\": \"a2\", \"name\": \"seen\", \"n\": 2}}"
                                .formatted(other))
                .statusCode(200)
                .header("ETag", "\"1\"")
                .body("queue", is(other))
                .body("priority", is(-3))
                .body("runAt", is("2040-01-01T00:00:00Z"))
                .body("maxAttempts", is(4))
                .body("details.account", is("a2"))
                .body("status", is("queued"))
                .body("version", is(1))
                .body("tags", hasItem("x"))
                .body("timeout", is("PT1M30S"));
        given().queryParam("kind", "task")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .statusCode(200)
                .body("entries[0].action", is("change"))
                .body("entries[0].before.priority", is(0))
                .body("entries[0].after.priority", is(-3))
                .body("entries[0].before.payload", containsString("a1"))
                .body("entries[0].after.payload", containsString("a2"));
    }

    @Test
    void aRequestWithAnOlderVersionIsRefused() {
        long id = Api.waiting(Api.fresh("change"));
        String seen = tag(id);
        change(id, seen, "{\"priority\": 1}").statusCode(200);

        change(id, seen, "{\"priority\": 2}")
                .statusCode(412)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:stale-version"));
        for (String verb : new String[] {"run", "cancel", "retry"}) {
            given().header("If-Match", seen)
                    .post(Api.TASKS + "/" + id + "/" + verb)
                    .then()
                    .statusCode(412);
        }
        given().header("If-Match", seen).delete(Api.TASKS + "/" + id).then().statusCode(412);
        Api.get(id).body("priority", is(1)).body("status", is("queued"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "\"0\"", "\"7\", \"0\"", "W/\"0\", \"0\""})
    void oneMatchingVersionInIfMatchIsEnough(String ifMatch) {
        change(Api.waiting(Api.fresh("change")), ifMatch, "{\"priority\": 1}").statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/\"0\"", "\"\"", "\"nonsense\"", "\"99999999999999999999\""})
    void aVersionThatATaskCannotHaveNeverMatches(String ifMatch) {
        change(Api.waiting(Api.fresh("change")), ifMatch, "{\"priority\": 1}").statusCode(412);
    }

    @Test
    void aWeakTagIsRefusedWithAReason() {
        change(Api.waiting(Api.fresh("change")), "W/\"0\"", "{\"priority\": 1}")
                .statusCode(412)
                .body("type", is("urn:rowmill:stale-version"))
                .body("detail", containsString("send it without W/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"0", "\"0\" \"1\"", ","})
    void anInvalidIfMatchHeaderIsRefused(String ifMatch) {
        change(Api.waiting(Api.fresh("change")), ifMatch, "{\"priority\": 1}")
                .statusCode(400)
                .body("violations[0].field", is("If-Match"));
    }

    @Test
    void aChangeWithoutAVersionIsRefused() {
        given().contentType(ContentType.JSON)
                .body("{\"priority\": 1}")
                .patch(Api.TASKS + "/" + Api.waiting(Api.fresh("change")))
                .then()
                .statusCode(428)
                .body("type", is("urn:rowmill:version-required"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"priority\": 40000} | priority",
                "{\"maxAttempts\": 0} | maxAttempts",
                "{\"queue\": \"\"} | queue",
                "{\"delay\": \"-1s\"} | delay",
                "{\"runAt\": \"+20000-01-01T00:00:00Z\"} | runAt",
                "{\"runAt\": \"2040-01-01T00:00:00Z\", \"delay\": \"1s\"} | delay",
                "{\"payload\": {\"account\": 7, \"nonsense\": true}} | payload",
                "{\"status\": \"completed\"} | status",
                "{} | ``"
            })
    void anInvalidFieldOfAChangeIsNamed(String body, String field) {
        long id = Api.id(Api.enqueue(
                        "{\"type\": \"event\", \"payload\": {\"account\": \"a1\", \"name\": \"seen\", \"n\": 1}, \"delay\": \"30d\"}")
                .statusCode(201));

        change(id, tag(id), body).statusCode(400).body("violations[0].field", startsWith(field));
        Api.get(id).body("version", is(0));
    }

    @Test
    void aTaskIsNotMovedBeyondItsDeadline() {
        long id = Api.id(Api.enqueue("{\"type\": \"noop\", \"delay\": \"1h\", \"expireAfter\": \"2h\"}")
                .statusCode(201));

        change(id, tag(id), "{\"delay\": \"3h\"}").statusCode(400).body("violations[0].field", is("delay"));
    }

    @Test
    void anEndedTaskCannotBeChangedOrRun() {
        long id = Api.waiting(Api.fresh("change"));
        Api.post(Api.TASKS + "/" + id + "/cancel", "").statusCode(200);

        change(id, "*", "{\"priority\": 1, \"delay\": \"1h\"}")
                .statusCode(409)
                .body("type", is("urn:rowmill:not-waiting"))
                .body("detail", containsString("retry it first"));
        Api.post(Api.TASKS + "/" + id + "/run", "").statusCode(409);
    }

    @Test
    void aTaskThatIsRunNowDoesNotWaitForItsMoment() {
        long id = Api.waiting(Api.fresh("change"));

        Api.post(Api.TASKS + "/" + id + "/run", "").statusCode(200).body("version", is(1));

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> Api.get(id).body("status", is("completed")));
    }

    @Test
    void onlyAnEndedTaskIsDeletedAndItsUniqueKeyIsFreed() {
        String body = "{\"type\": \"noop\", \"delay\": \"30d\", \"uniqueKey\": \"%s\", \"uniqueFor\": \"1h\"}"
                .formatted(Api.fresh("key"));
        long id = Api.id(Api.enqueue(body).statusCode(201));
        given().delete(Api.TASKS + "/" + id)
                .then()
                .statusCode(409)
                .body("detail", equalTo("task %d is queued and cannot be deleted; cancel it first".formatted(id)));
        Api.post(Api.TASKS + "/" + id + "/cancel", "").statusCode(200);
        Api.enqueue(body).statusCode(200);

        given().delete(Api.TASKS + "/" + id).then().statusCode(204);

        Api.get(id).statusCode(404);
        given().delete(Api.TASKS + "/" + id).then().statusCode(404);
        Api.enqueue(body).statusCode(201);
    }
}
