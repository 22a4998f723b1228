package io.github.rowmill.operate.page.list;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.engine.DeadReminders;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests repairs of dead tasks on the dashboard: on the page of a task, on that of a failure, and many at once. */
@QuarkusTest
class MendPageTest {

    private static final String PATCH = "{\"account\": \"a7\"}";

    @Inject
    Rows rows;

    private final String queue = Api.fresh("mend");

    @AfterEach
    void clear() {
        DeadReminders.clear(rows, queue);
    }

    private static RequestSpecification form() {
        return given().redirects().follow(false);
    }

    private static ValidatableResponse page(String path) {
        return given().get("/rowmill/" + path).then().statusCode(200);
    }

    private ValidatableResponse bulk(String patch) {
        return form().formParam("do", "retry")
                .formParam("all", "true")
                .formParam("q", "type:reminder queue:" + queue)
                .formParam("patch", patch)
                .formParam("attempts", "2")
                .post("/rowmill/bulk")
                .then();
    }

    @Test
    void thePageOfATaskRetriesTheTaskWithAPatch() {
        long id = DeadReminders.one(rows, queue);
        page("tasks/" + id).body(containsString("Repair and retry"), containsString("name=\"patch\""));

        form().formParam("version", 0)
                .formParam("patch", PATCH)
                .formParam("attempts", "")
                .post("/rowmill/tasks/" + id + "/retry")
                .then()
                .statusCode(303);

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "details")).isEqualTo(PATCH);
        assertThat(rows.of(id, "max_attempts")).isEqualTo("4");
        page("tasks/" + id).body(not(containsString("name=\"patch\"")));
    }

    @Test
    void thePageOfATaskRefusesAnInvalidPatch() {
        long id = DeadReminders.one(rows, queue);

        for (String patch : new String[] {"{\"account\": \"\"}", "{"}) {
            form().formParam("version", 0)
                    .formParam("patch", patch)
                    .post("/rowmill/tasks/" + id + "/retry")
                    .then()
                    .statusCode(409)
                    .body(containsString("Not done: "));
        }
        assertThat(rows.of(id, "status || version")).isEqualTo("dead0");
    }

    @Test
    void thePageOfATaskChangesADeadTask() {
        long id = DeadReminders.one(rows, queue);
        page("tasks/" + id)
                .body(containsString("The task stays dead"), not(containsString("name=\"runAt\"")))
                .body(not(containsString("name=\"queue\"")));

        form().formParam("version", 0)
                .formParam("priority", "-2")
                .formParam("maxAttempts", "9")
                .formParam("payload", PATCH)
                .post("/rowmill/tasks/" + id + "/change")
                .then()
                .statusCode(303);

        assertThat(rows.of(id, "status || ' ' || priority || ' ' || max_attempts"))
                .isEqualTo("dead -2 9");
        assertThat(rows.of(id, "details")).isEqualTo(PATCH);
    }

    @Test
    void theBulkPageRepairsFiveHundredTasks() {
        DeadReminders.many(rows, queue, 500);
        given().queryParam("do", "retry")
                .queryParam("all", "true")
                .queryParam("mend", "true")
                .queryParam("q", "type:reminder queue:" + queue)
                .get("/rowmill/bulk")
                .then()
                .statusCode(200)
                .body(containsString("500 tasks"), containsString("<details class=\"fold\" open>"));

        String job = bulk(PATCH).statusCode(303).extract().header("Location").replaceFirst("^(\\.\\./|\\./)*", "");

        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> page(job).body(containsString("500 of 500 queued again")));
        page(job)
                .body(
                        containsString("{&quot;account&quot;:&quot;a7&quot;}"),
                        containsString("Each task has 2 attempts from now on."));
        assertThat(rows.number(
                        "select count(*) from rowmill_task where queue = '%s' and status = 'queued' and details = '%s' and max_attempts = 5"
                                .formatted(queue, PATCH)))
                .isEqualTo(500);
        assertThat(DeadReminders.audited(rows, queue, "anonymous")).isEqualTo(500);
    }

    @Test
    void thePageOfAJobListsTasksThatTheTypeRefuses() {
        long id = DeadReminders.one(rows, queue);

        String job = bulk("{\"account\": \"\"}")
                .statusCode(303)
                .extract()
                .header("Location")
                .replaceFirst("^(\\.\\./|\\./)*", "");

        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> page(job).body(containsString("0 of 1 queued again")));
        page(job).body(containsString("href=\"../tasks/" + id + "\""), containsString("payload.account: "));
    }

    @Test
    void aPatchThatIsNotJsonIsRefusedWithAReason() {
        long id = DeadReminders.one(rows, queue);

        String again = bulk(Html.EVIL[0]).statusCode(400).extract().asString();
        assertThat(again).contains("the patch was refused: it ", Html.escaped(Html.EVIL[0]));
        Html.assertHarmless(again);
        form().formParam("do", "retry")
                .formParam("id", id)
                .formParam("patch", "{")
                .post("/rowmill/bulk")
                .then()
                .statusCode(400)
                .body(containsString("the patch was refused"));
        assertThat(rows.of(id, "status || version")).isEqualTo("dead0");
    }

    @Test
    void selectedTasksAreRepairedAtOnce() {
        long id = DeadReminders.many(rows, queue, 2);

        form().formParam("do", "retry")
                .formParam("id", id - 1, id)
                .formParam("patch", PATCH)
                .post("/rowmill/bulk")
                .then()
                .statusCode(303)
                .header("Location", containsString("done=retry.2.0"));

        assertThat(rows.of(id, "details")).isEqualTo(PATCH);
    }

    @Test
    void thePageOfAFailureCountsItsTasksAndOffersARepair() {
        DeadReminders.many(rows, queue, 3);
        String signature = queue.substring(0, 20);
        rows.execute("""
                insert into rowmill_attempt (task, number, operator, started, finished, error, signature)
                select t.id, n, 'n', now(), now(), 'it failed', '%1$s'
                  from rowmill_task t, generate_series(1, 3) n
                 where t.queue = '%2$s';
                update rowmill_task set status = 'cancelled' where id = (select min(id) from rowmill_task where queue = '%2$s');
                insert into rowmill_failure (signature, queue, type, exception, frame, message, count, sample)
                values ('%1$s', '%2$s', 'reminder', 'java.lang.IllegalStateException', '', 'it failed', 9, 1)
                """.formatted(signature, queue));

        page("failures/" + signature)
                .body(
                        containsString("<b>9 attempts of 3 tasks</b> failed this way"),
                        containsString("dead</span></dt><dd>2</dd>"),
                        containsString("all=true&amp;mend=true&amp;q=failure%3A" + signature + "+status%3Adead"));
        given().get("/rowmill/api/failures/" + signature)
                .then()
                .statusCode(200)
                .body("attempts", is(9))
                .body("tasks.count", is(3))
                .body("dead.count", is(2));
    }
}
