package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.github.rowmill.operate.http.Guarded.by;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.engine.DeadReminders;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that only callers that may see a payload can change it, or see the change that a job makes. */
@QuarkusTest
@TestProfile(Guarded.class)
class MendAccessTest {

    private static final String JOBS = "/rowmill/api/jobs";

    @Inject
    Rows rows;

    @AfterEach
    void resume() {
        rows.execute("delete from rowmill_task where queue in ('mail', 'letters')");
        rows.execute("delete from rowmill_queue where name in ('mail', 'letters')");
    }

    private static ValidatableResponse retry(RequestSpecification caller, long id, String body) {
        return caller.contentType(ContentType.JSON)
                .body(body)
                .post(Api.TASKS + "/" + id + "/retry")
                .then();
    }

    private static ValidatableResponse begin(RequestSpecification caller, String queue, String options) {
        return caller.contentType(ContentType.JSON)
                .body("{\"action\": \"retry\", \"q\": \"type:reminder queue:%s\", %s}".formatted(queue, options))
                .post(JOBS)
                .then();
    }

    @Test
    void aPatchOfATaskNeedsViewPayloadAndMoreAttemptsDoNot() {
        long id = DeadReminders.one(rows, "mail");

        retry(as("operate"), id, "{\"patch\": {\"account\": \"a7\"}}")
                .statusCode(403)
                .body("detail", containsString("view-payload"));
        retry(as("payload"), id, "{\"patch\": {\"account\": \"a7\"}}").statusCode(403);
        assertThat(rows.of(id, "status || version")).isEqualTo("dead0");

        retry(as("operate"), id, "{\"attempts\": 2}").statusCode(200).body("maxAttempts", is(5));
        rows.execute("update rowmill_task set status = 'dead', finished = now() where id = " + id);
        retry(by("mail-payload"), id, "{\"patch\": {\"account\": \"a7\"}}").statusCode(200);
    }

    @Test
    void aPatchOfAJobNeedsViewPayloadInAllItsQueues() {
        begin(as("operate"), "mail", "\"patch\": {\"account\": \"a7\"}").statusCode(403);
        begin(by("mail-payload"), "letters", "\"patch\": {\"account\": \"a7\"}").statusCode(403);
        begin(by("typed"), "mail", "\"patch\": {\"account\": \"a7\"}").statusCode(403);
        begin(as("operate"), "mail", "\"attempts\": 2").statusCode(202);
    }

    @Test
    void thePatchOfAJobIsShownOnlyWithViewPayload() {
        long id = DeadReminders.one(rows, "mail");
        rows.execute("update rowmill_task set details = '{\"account\": \"a1\", \"old\": 1}' where id = " + id);
        String job = JOBS + "/"
                + begin(by("mail-payload"), "mail", "\"patch\": {\"account\": \"whom\"}")
                        .statusCode(202)
                        .body("patch.account", is("whom"))
                        .extract()
                        .<Integer>path("id");
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> as("view").get(job).then().body("status", is("finished")));

        as("view").get(job).then().body("patch", is("***")).body("refused", is(1));
        as("view")
                .get(job + "/refusals")
                .then()
                .body("refusals[0].task", Api.isId(id))
                .body("refusals[0].reason", nullValue());
        as("view").get(JOBS).then().body(not(containsString("whom")));
        by("mail-payload").get(job + "/refusals").then().body("refusals[0].reason", containsString("payload.old"));
        as("anonymous").get(job + "/refusals").then().statusCode(401);
    }
}
