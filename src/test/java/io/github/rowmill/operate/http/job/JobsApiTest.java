package io.github.rowmill.operate.http.job;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.feature.job.NewerJob;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class JobsApiTest {

    @Inject
    Rows rows;

    private static final String JOBS = "/rowmill/api/jobs";

    private static void awaitEnd(String path, int done) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> given().get(path)
                        .then()
                        .statusCode(200)
                        .body("status", is("finished"))
                        .body("done", is(done))
                        .body("finished", notNullValue()));
    }

    private static String begin(String action, String q) {
        String location = Api.post(JOBS, "{\"action\": \"%s\", \"q\": \"%s\"}".formatted(action, q))
                .statusCode(202)
                .body("q", is(q))
                .body("action", is(action))
                .extract()
                .header("Location");
        return location.substring(location.indexOf(JOBS));
    }

    @Test
    void jobsCancelAndDeleteTheTasksOfAQuery() {
        String queue = Api.fresh("jobs");
        long id = Api.waiting(queue);
        Api.waiting(queue);

        String cancelled = begin("cancel", "queue:" + queue);
        awaitEnd(cancelled, 2);
        Api.get(id).body("status", is("cancelled"));
        awaitEnd(begin("delete", "status:cancelled queue:" + queue), 2);
        Api.get(id).statusCode(404);

        given().get(JOBS).then().statusCode(200).body("jobs.q", hasItem("queue:" + queue));
        given().queryParam("kind", "job")
                .queryParam("name", cancelled.substring(JOBS.length() + 1))
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].action", is("bulk cancel"))
                .body("entries[0].after.total", is(2));
    }

    @Test
    void theReasonAndTheSpreadOfAJobAreKeptAndAudited() {
        String name = Api.fresh("jobs");
        String body = "{\"action\": \"retry\", \"q\": \"queue:%s\", \"reason\": \"mail is back\", \"spread\": \"10m\"}";

        int id = Api.post(JOBS, body.formatted(name))
                .statusCode(202)
                .body("reason", is("mail is back"))
                .body("spread", is("PT10M"))
                .extract()
                .path("id");

        given().queryParam("kind", "job")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].after.reason", is("mail is back"))
                .body("entries[0].after.spread", is("PT10M"));
    }

    @Test
    void aJobThatHasEndedIsNotStopped() {
        String job = begin("retry", "queue:" + Api.fresh("jobs"));

        Api.post(job + "/stop", "").statusCode(200).body("status", is("finished"));
        Api.post(JOBS + "/9000000000/stop", "").statusCode(404).body("type", is("urn:rowmill:job-not-found"));
        given().get(JOBS + "/9000000000").then().statusCode(404);
    }

    @Test
    void aJobWithAnUnknownActionOfANewerNodeIsShown() {
        try (NewerJob newer = NewerJob.begin(rows)) {
            String job = JOBS + "/" + newer.id();
            given().get(job).then().statusCode(200).body("action", is("explode"));
            given().get(JOBS).then().statusCode(200).body("jobs.action", hasItem("explode"));
            String page = "/rowmill/bulk/" + newer.id();
            given().get(page).then().statusCode(200).body(containsString("Job “explode”, 0 of 1"));

            Api.post(job + "/stop", "").statusCode(200).body("status", is("stopped"));
            given().get(page).then().statusCode(200).body(containsString("Stopped, 0 of 1 changed"));
        }
    }

    @Test
    void theListOfJobsHasPages() {
        begin("retry", "queue:" + Api.fresh("jobs"));
        begin("retry", "queue:" + Api.fresh("jobs"));

        int next = given().queryParam("limit", 1)
                .get(JOBS)
                .then()
                .body("jobs.size()", is(1))
                .body("next", greaterThan(0))
                .extract()
                .path("next");
        given().queryParam("limit", 1)
                .queryParam("after", next)
                .get(JOBS)
                .then()
                .body("jobs[0].id", is(next - 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"action\": \"explode\", \"q\": \"status:dead\"} | action | must be one of cancel, retry, delete",
                "{\"q\": \"status:dead\"} | action | must be one of",
                "{\"action\": \"retry\"} | q | is empty",
                "{\"action\": \"retry\", \"q\": \" \"} | q | is empty",
                "{\"action\": \"retry\", \"q\": \"status:red\"} | q | column 8",
                "{\"action\": \"retry\", \"q\": \"status:dead\", \"force\": true} | force | not a known field",
                "{\"action\": \"retry\", \"q\": {}} | q | must be a string",
                "{\"action\": \"delete\", \"q\": \"status:dead\", \"spread\": \"10m\"} | spread | is only for a retry",
                "{\"action\": \"retry\", \"q\": \"status:dead\", \"spread\": \"2d\"} | spread | from 1s to 1d",
                "{\"action\": \"retry\", \"q\": \"status:dead\", \"reason\": \"\\u0000\"} | reason | at most 200"
            })
    void anInvalidFieldOfAJobIsNamed(String body, String field, String message) {
        Api.post(JOBS, body)
                .statusCode(400)
                .body("violations[0].field", is(field))
                .body("violations[0].message", containsString(message));
    }

    /** The jobs wait for a task that another transaction has locked. */
    @Test
    void aCallerHasAtMost20RunningJobs() throws SQLException {
        long task = Api.waiting(Api.fresh("held"));
        try (Connection holder = rows.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("select 1 from rowmill_task where id = %d for update".formatted(task));
            rows.asSuperuser("""
                    with job as (
                        insert into rowmill_job (action, query, asked_by, total)
                        select 'delete', 'queue:none', 'anonymous', 1 from generate_series(1, 20)
                        returning id)
                    insert into rowmill_job_task (job, task, version) select id, %d, 0 from job
                    """.formatted(task));

            Api.post(JOBS, "{\"action\": \"cancel\", \"q\": \"queue:none\"}")
                    .statusCode(429)
                    .body("type", is("urn:rowmill:too-many-jobs"))
                    .header("Retry-After", "2");
            holder.rollback();
        } finally {
            rows.asSuperuser("delete from rowmill_job where query = 'queue:none'");
        }
    }
}
