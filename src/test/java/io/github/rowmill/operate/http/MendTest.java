package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.engine.DeadReminders;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests repairs of dead tasks over REST: a change in place, or a retry with a patch, of one task or many. */
@QuarkusTest
class MendTest {

    private static final String JOBS = "/rowmill/api/jobs";

    @Inject
    Rows rows;

    private final String queue = Api.fresh("mend");

    @AfterEach
    void clear() {
        DeadReminders.clear(rows, queue);
    }

    private long dead() {
        return DeadReminders.one(rows, queue);
    }

    private static ValidatableResponse change(long id, String body) {
        return given().contentType(ContentType.JSON)
                .header("If-Match", "*")
                .body(body)
                .patch(Api.TASKS + "/" + id)
                .then();
    }

    private static ValidatableResponse retry(long id, String body) {
        return Api.post(Api.TASKS + "/" + id + "/retry", body);
    }

    private static ValidatableResponse audit(String kind, Object name) {
        return given().queryParam("kind", kind)
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .statusCode(200);
    }

    private static String begun(String options, String query) {
        int id = Api.post(JOBS, "{\"action\": \"retry\", \"q\": \"%s\", %s}".formatted(query, options))
                .statusCode(202)
                .extract()
                .path("id");
        String path = JOBS + "/" + id;
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> given().get(path).then().body("status", is("finished")));
        return path;
    }

    @Test
    void aDeadTaskIsChangedAndStaysDead() {
        long id = dead();

        change(id, "{\"payload\": {\"account\": \"a7\"}, \"priority\": -5, \"maxAttempts\": 9}")
                .statusCode(200)
                .body("status", is("dead"))
                .body("details.account", is("a7"))
                .body("priority", is(-5))
                .body("maxAttempts", is(9));

        audit("task", id)
                .body("entries[0].action", is("change"))
                .body("entries[0].before.payload", is("{\"account\": \"\"}"))
                .body("entries[0].after.payload", is("{\"account\": \"a7\"}"));
    }

    @Test
    void aDeadTaskKeepsTimeAndQueueAndACompletedTaskIsFinal() {
        long id = dead();

        change(id, "{\"delay\": \"1h\"}").statusCode(409).body("detail", containsString("retry it first"));
        change(id, "{\"queue\": \"other\"}").statusCode(409);
        rows.execute("update rowmill_task set status = 'completed' where id = " + id);
        change(id, "{\"priority\": 1}").statusCode(409).body("detail", containsString("is completed"));
    }

    @Test
    void aDeadTaskIsRetriedWithAPatchAndMoreAttempts() {
        long id = dead();

        retry(id, "{\"patch\": {\"account\": \"a7\"}, \"attempts\": 4}")
                .statusCode(200)
                .body("status", is("queued"))
                .body("details.account", is("a7"))
                .body("maxAttempts", is(7));

        audit("task", id)
                .body("entries[0].action", is("retry"))
                .body("entries[0].before.payload", is("{\"account\": \"\"}"))
                .body("entries[0].before.maxAttempts", is(3))
                .body("entries[0].after.payload", is("{\"account\": \"a7\"}"))
                .body("entries[0].after.maxAttempts", is(7));
    }

    @Test
    void aRetryWithoutABodyKeepsThePayloadAndAddsOneAttempt() {
        long id = dead();

        given().post(Api.TASKS + "/" + id + "/retry")
                .then()
                .statusCode(200)
                .body("details.account", is(""))
                .body("maxAttempts", is(4));
        audit("task", id).body("entries[0].after.payload", is((Object) null));
    }

    @Test
    void aPatchThatTheTypeRefusesRetriesNothing() {
        long id = dead();

        retry(id, "{\"patch\": {\"account\": \" \"}}")
                .statusCode(400)
                .body("violations[0].field", is("payload.account"));
        retry(id, "{\"patch\": {\"other\": 1}}").statusCode(400).body("violations[0].field", is("payload.other"));

        Api.get(id).body("status", is("dead")).body("version", is(0));
        audit("task", id).body("entries", hasSize(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"attempts\": 0} | attempts | must be 1 to",
                "{\"attempts\": 2000000000} | attempts | must be 1 to",
                "{\"payload\": {}} | payload | not a known field",
            })
    void anInvalidFieldOfARetryIsNamed(String body, String field, String message) {
        retry(dead(), body)
                .statusCode(400)
                .body("violations[0].field", is(field))
                .body("violations[0].message", containsString(message));
    }

    @Test
    void aJobRepairsFiveHundredTasks() {
        DeadReminders.many(rows, queue, 500);

        String job = begun("\"patch\": {\"account\": \"a7\"}, \"attempts\": 2", "type:reminder queue:" + queue);

        given().get(job)
                .then()
                .body("done", is(500))
                .body("refused", is(0))
                .body("patch.account", is("a7"))
                .body("attempts", is(2));
        assertThat(rows.number(
                        "select count(*) from rowmill_task where queue = '%s' and status = 'queued' and details = '{\"account\": \"a7\"}' and max_attempts = 5"
                                .formatted(queue)))
                .isEqualTo(500);
        assertThat(DeadReminders.audited(rows, queue, "anonymous")).isEqualTo(500);
        audit("job", job.substring(JOBS.length() + 1))
                .body("entries[0].action", is("bulk retry"))
                .body("entries[0].after.attempts", is(2))
                .body("entries[0].after.patch", is("{\"account\":\"a7\"}"));
    }

    @Test
    void aJobCountsAndListsTheTasksThatTheTypeRefuses() {
        long id = dead();
        rows.execute("update rowmill_task set details = '{\"account\": \"a1\", \"old\": 1}' where id = " + id);
        long other = dead();

        String job = begun("\"patch\": {\"account\": \"a7\"}", "queue:" + queue);

        given().get(job).then().body("done", is(1)).body("skipped", is(1)).body("refused", is(1));
        given().get(job + "/refusals")
                .then()
                .statusCode(200)
                .body("refusals", hasSize(1))
                .body("refusals[0].task", Api.isId(id))
                .body("refusals[0].reason", containsString("payload.old"));
        Api.get(id).body("status", is("dead")).body("details.account", is("a1"));
        Api.get(other).body("status", is("queued"));
    }

    @Test
    void sensitiveFieldsOfAPatchAreMaskedEverywhere() {
        long id = DeadReminders.payment(rows, queue);

        retry(id, "{\"patch\": {\"account\": \"a8\", \"card\": \"***\"}}")
                .statusCode(200)
                .body("details.account", is("a8"))
                .body("details.card", is("***"));
        assertThat(rows.of(id, "details ->> 'card'")).isEqualTo("secret-1");

        rows.execute("update rowmill_task set status = 'dead', finished = now() where id = " + id);
        String job = begun("\"patch\": {\"card\": \"secret-9\"}", "queue:%s type:test-payment".formatted(queue));

        assertThat(rows.of(id, "details ->> 'card'")).isEqualTo("secret-9");
        given().get(job).then().body("done", is(1)).body("patch.card", is("***"));
        audit("task", id).body("entries", hasSize(2)).body(not(containsString("secret-")));
        audit("job", job.substring(JOBS.length() + 1)).body(not(containsString("secret-")));
    }

    @Test
    void aMaskInThePatchOfAJobIsRefused() {
        Api.post(
                        JOBS,
                        "{\"action\": \"retry\", \"q\": \"type:test-payment queue:%s\", \"patch\": {\"card\": \"***\"}}"
                                .formatted(queue))
                .statusCode(400)
                .body("violations[0].field", is("patch"));
    }
}
