package io.github.rowmill.operate.access;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The doors of an application whose configuration names who may enter. */
@QuarkusTest
@TestProfile(Guarded.class)
class AccessTest {

    private static final String AUDIT = "/rowmill/api/audit";

    @Inject
    TaskQueue queue;

    @Inject
    Heard heard;

    @Inject
    DataSource database;

    /** What was told of those who did something. */
    @Singleton
    static class Heard {

        final List<TaskEvent.Audited> events = new CopyOnWriteArrayList<>();

        void on(@Observes TaskEvent.Audited audited) {
            events.add(audited);
        }
    }

    private long waiting(String queueName) {
        return queue.enqueue(NewTask.of("noop", Map.of("secret", "of the payload"))
                        .queue(queueName)
                        .delay(Duration.ofDays(30)))
                .id();
    }

    // Who one is

    @Test
    void nobodyIsToldWhatIsAskedFor() {
        given().get(Api.TASKS)
                .then()
                .statusCode(401)
                .contentType("application/problem+json")
                .header("WWW-Authenticate", startsWith("Bearer"))
                .body("type", is("urn:rowmill:unauthenticated"))
                .body("detail", containsString("view"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Basic dmlldzp3cm9uZw==                     | the name or the password is wrong
                    Basic bm9ib2R5OnZpZXctc2VjcmV0             | the name or the password is wrong
                    Basic dmlldw==                             | neither 'Bearer'
                    Basic %%%                                  | neither 'Bearer'
                    Bearer ci-tokens                           | the token is unknown
                    Bearer                                     | neither 'Bearer'
                    Digest username="view"                     | neither 'Bearer'
                    """)
    void whatIsWrongIsRefused(String header, String why) {
        given().header("Authorization", header)
                .get(Api.TASKS)
                .then()
                .statusCode(401)
                .body("detail", containsString(why));
    }

    @Test
    void aTokenIsEnough() {
        given().header("Authorization", "Bearer " + Guarded.TOKEN)
                .get(Api.TASKS)
                .then()
                .statusCode(200);
    }

    @Test
    void whoTriesWrongPasswordsHasToWaitAndOthersNeedNot() {
        int tries = 0;
        Response last;
        do {
            last = given().auth()
                    .preemptive()
                    .basic("guessed", "guess" + tries++)
                    .get(Api.TASKS);
        } while (last.statusCode() == 401 && tries < 30);

        assertThat(tries).isBetween(11, 13);
        last.then().statusCode(429).header("Retry-After", is("2")).body("type", is("urn:rowmill:too-many-failures"));
        as("view").get(Api.TASKS).then().statusCode(200);
    }

    // What one may do

    @Test
    void whoMayNotSeePayloadsSeesTheRest() {
        long id = waiting(Api.fresh("payload"));

        as("payload").get(Api.TASKS + "/" + id).then().body("details.secret", is("of the payload"));
        as("view")
                .get(Api.TASKS + "/" + id)
                .then()
                .statusCode(200)
                .body("type", is("noop"))
                .body("details", nullValue());
        as("view").get(Api.TASKS).then().statusCode(200).body(not(containsString("of the payload")));
        as("operate")
                .post(Api.TASKS + "/" + id + "/cancel")
                .then()
                .statusCode(200)
                .body("status", is("cancelled"))
                .body(not(containsString("of the payload")));
    }

    @Test
    void whoHasOneQueueHasNoPartInOthers() {
        long mine = waiting("mail");
        long other = waiting(Api.fresh("other"));

        as("mail").get(Api.TASKS + "/" + mine).then().statusCode(200);
        as("mail").get(Api.TASKS + "?queue=mail").then().statusCode(200);
        as("mail").post(Api.TASKS + "/" + mine + "/cancel").then().statusCode(200);
        as("mail")
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .body("tasks.queue.unique()", is(List.of("mail")))
                .body("tasks.id.collect { it as String }", hasItem(String.valueOf(mine)));
        as("mail").get("/rowmill/api/failures").then().statusCode(200);
        as("mail").get("/rowmill/api/failures?queue=else").then().statusCode(403);
        as("mail").get("/rowmill/api/schedules").then().statusCode(403).body("detail", containsString("[mail]"));
        as("mail")
                .contentType(ContentType.JSON)
                .body("{\"action\": \"delete\", \"q\": \"type:noop\"}")
                .post("/rowmill/api/jobs")
                .then()
                .statusCode(403);
        as("mail").get("/rowmill/api/nodes").then().statusCode(403).body("detail", containsString("[mail]"));
        as("mail").get(Api.TASKS + "/" + other).then().statusCode(403);
        as("mail").post(Api.TASKS + "/" + other + "/cancel").then().statusCode(403);
        as("mail").post("/rowmill/api/queues/else/pause").then().statusCode(403);
        as("mail")
                .contentType(ContentType.JSON)
                .body("[{\"type\": \"noop\", \"queue\": \"mail\"}, {\"type\": \"noop\"}]")
                .post(Api.TASKS + "/bulk")
                .then()
                .statusCode(403);
        as("view").get(Api.TASKS + "/" + other).then().body("status", is("queued"));
    }

    @Test
    void whoMayNotSeePayloadsCannotGuessThem() {
        for (String path : List.of(Api.TASKS, Api.TASKS + "/count")) {
            as("operate").queryParam("q", "payload.secret:x").get(path).then().statusCode(403);
            as("payload").queryParam("q", "payload.secret:x").get(path).then().statusCode(200);
            as("operate").queryParam("q", "type:noop").get(path).then().statusCode(200);
            as("mail").queryParam("q", "queue:mail").get(path).then().statusCode(200);
            as("mail").queryParam("q", "queue:else").get(path).then().statusCode(403);
        }
        as("mail")
                .queryParam("q", "-queue:mail")
                .get(Api.TASKS + "/count")
                .then()
                .statusCode(200)
                .body("count", is(0));
    }

    @Test
    void queriesOfOthersTellNothingOfPayloads() {
        String queueName = Api.fresh("told");
        String q = "payload.secret:hush-7 queue:" + queueName;
        String job = as("admin")
                .contentType(ContentType.JSON)
                .body("{\"action\": \"cancel\", \"q\": \"%s\"}".formatted(q))
                .post("/rowmill/api/jobs")
                .then()
                .statusCode(202)
                .extract()
                .path("id")
                .toString();
        String view = Api.fresh("view");
        as("admin")
                .formParam("name", view)
                .formParam("q", q)
                .redirects()
                .follow(false)
                .post("/rowmill/views")
                .then()
                .statusCode(303);

        for (String user : List.of("view", "operate")) {
            as(user).get("/rowmill/api/jobs/" + job).then().body("q", is("payload:*** queue:" + queueName));
            as(user).get("/rowmill/api/jobs").then().statusCode(200).body(not(containsString("hush-7")));
            as(user).get("/rowmill/bulk/" + job).then().statusCode(200).body(not(containsString("hush-7")));
            as(user).get("/rowmill/tasks")
                    .then()
                    .statusCode(200)
                    .body(not(containsString("hush-7")))
                    .body(not(containsString(view)));
            if (user.equals("operate")) {
                as(user).post("/rowmill/api/jobs/" + job + "/stop").then().body(not(containsString("hush-7")));
            }
        }
        as("payload").get("/rowmill/api/jobs/" + job).then().body("q", is(q));
        as("payload").get("/rowmill/tasks").then().body(containsString(view));
    }

    @Test
    void jobsOfHiddenQueuesLeaveNoGapsInAPage() {
        int first = begun("mail");
        int second = begun("mail");
        String hidden = Api.fresh("hidden");
        begun(hidden);
        begun(hidden);
        int third = begun("mail");

        int next = as("mail")
                .get("/rowmill/api/jobs?limit=2")
                .then()
                .statusCode(200)
                .body("jobs.id", is(List.of(third, second)))
                .extract()
                .path("next");
        as("mail")
                .get("/rowmill/api/jobs?limit=1&after=" + next)
                .then()
                .statusCode(200)
                .body("jobs.id", is(List.of(first)));
    }

    private static int begun(String queueName) {
        return as("admin")
                .contentType(ContentType.JSON)
                .body("{\"action\": \"cancel\", \"q\": \"queue:%s\"}".formatted(queueName))
                .post("/rowmill/api/jobs")
                .then()
                .statusCode(202)
                .extract()
                .path("id");
    }

    // Where it comes from

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site",
        "Origin, https://evil.example",
        "Origin, null"
    })
    void aPageOfAnotherSiteChangesNothing(String header, String value) {
        long id = waiting(Api.fresh("foreign"));

        as("admin")
                .header(header, value)
                .post(Api.TASKS + "/" + id + "/cancel")
                .then()
                .statusCode(403)
                .body("type", is("urn:rowmill:foreign-origin"));
        given().header(header, value)
                .formParam("name", "view")
                .formParam("password", "view-secret")
                .post("/rowmill/login")
                .then()
                .statusCode(403)
                .header("Set-Cookie", nullValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-origin", "none"})
    void itsOwnPageMay(String site) {
        long id = waiting(Api.fresh("own"));

        as("operate")
                .header("Sec-Fetch-Site", site)
                .header("Origin", "https://behind.a.proxy.example")
                .post(Api.TASKS + "/" + id + "/cancel")
                .then()
                .statusCode(200);
    }

    // The page

    @Test
    void thePageAsksWhoOneIsAndLetsOneOutAgain() {
        given().redirects()
                .follow(false)
                .get("/rowmill/")
                .then()
                .statusCode(303)
                .header("Location", is("./login"));
        given().get("/rowmill/login")
                .then()
                .statusCode(200)
                .body(containsString("<form class=\"form\" method=\"post\" action=\"login\""));

        Response signedIn = given().redirects()
                .follow(false)
                .formParam("name", "view")
                .formParam("password", "view-secret")
                .post("/rowmill/login");
        signedIn.then()
                .statusCode(303)
                .header("Set-Cookie", containsString("HttpOnly"))
                .header("Set-Cookie", containsString("SameSite=Lax"))
                .header("Set-Cookie", not(containsString("Path=")));
        String session = signedIn.getCookie("rowmill-session");

        given().cookie("rowmill-session", session)
                .get("/rowmill")
                .then()
                .statusCode(200)
                .body(containsString("Sign out"));
        given().cookie("rowmill-session", session).get(Api.TASKS).then().statusCode(200);
        given().cookie("rowmill-session", session)
                .redirects()
                .follow(false)
                .post("/rowmill/logout")
                .then()
                .statusCode(303);
        given().cookie("rowmill-session", session).get(Api.TASKS).then().statusCode(401);
    }

    @Test
    void aSessionThatCannotBeLookedUpIsNotTakenForAWrongOne() throws SQLException {
        try (Connection gate = database.getConnection()) {
            gate.setAutoCommit(false);
            gate.createStatement().execute("lock table rowmill_session in access exclusive mode");

            given().cookie("rowmill-session", "w".repeat(43))
                    .get(Api.TASKS)
                    .then()
                    .statusCode(503)
                    .header("Retry-After", is("2"))
                    .body("type", is("urn:rowmill:unavailable"));
        }
    }

    @Test
    void aWrongPasswordIsToldOnThePageAndGivesNoCookie() {
        given().formParam("name", "<b>view")
                .formParam("password", "wrong")
                .post("/rowmill/login")
                .then()
                .statusCode(401)
                .header("Set-Cookie", nullValue())
                .header("Content-Security-Policy", containsString("default-src 'none'"))
                .body(containsString("the name or the password is wrong"))
                .body(containsString("&lt;b&gt;view"));
    }

    @Test
    void whoMayNotSeeAllQueuesIsToldSoByThePage() {
        as("mail")
                .get("/rowmill/nodes")
                .then()
                .statusCode(403)
                .body(
                        containsString(
                                "This request concerns all queues, and the caller &#39;mail&#39; may use only [mail]; name one of them"))
                .body(containsString("href=\"./tasks\""));
    }

    // What is on record

    @Test
    void whatIsDoneIsOnRecordWithWhoDidIt() {
        long id = waiting(Api.fresh("audit"));

        as("operate").post(Api.TASKS + "/" + id + "/cancel").then().statusCode(200);
        as("view").post(Api.TASKS + "/" + id + "/retry").then().statusCode(403);
        given().header("Authorization", "Bearer " + Guarded.TOKEN)
                .post(Api.TASKS + "/" + id + "/retry")
                .then()
                .statusCode(200);

        as("admin")
                .get(AUDIT + "?kind=task&name=" + id)
                .then()
                .statusCode(200)
                .body("entries.actor", is(List.of("token ci", "operate")))
                .body("entries.action", is(List.of("retry", "cancel")))
                .body("entries.before.status", is(List.of("cancelled", "queued")))
                .body("entries.after.status", is(List.of("queued", "cancelled")))
                .body("entries[0].address", is("127.0.0.1"))
                .body("next", nullValue());
        assertThat(heard.events)
                .contains(
                        new TaskEvent.Audited("operate", "cancel", "task", String.valueOf(id)),
                        new TaskEvent.Audited("token ci", "retry", "task", String.valueOf(id)));
    }

    @Test
    void whatIsRefusedLeavesNothingOnRecord() {
        long id = waiting(Api.fresh("audit"));

        as("operate").post(Api.TASKS + "/" + id + "/retry").then().statusCode(409);

        as("admin").get(AUDIT + "?kind=task&name=" + id).then().body("entries", is(List.of()));
    }

    @Test
    void queuesAndSchedulesAreOnRecordTooAndPagesGoOn() {
        String name = Api.fresh("audit");
        as("operate").post("/rowmill/api/queues/" + name + "/pause").then().statusCode(200);
        as("admin")
                .post("/rowmill/api/queues/" + name + "/limit?concurrency=3")
                .then()
                .statusCode(200);

        int first = as("admin")
                .get(AUDIT + "?kind=queue&name=" + name + "&limit=1")
                .then()
                .body("entries.action", is(List.of("limit")))
                .body("entries[0].before", nullValue())
                .body("entries[0].after", is(Map.of("concurrency", 3)))
                .extract()
                .jsonPath()
                .getInt("next");
        as("admin")
                .get(AUDIT + "?kind=queue&name=" + name + "&limit=1&after=" + first)
                .then()
                .body("entries.action", is(List.of("pause")))
                .body("entries[0].before", nullValue())
                .body("next", nullValue());
    }

    @ParameterizedTest
    @CsvSource({"?kind=task, name", "?name=7, kind", "?limit=0, limit", "?after=x, after"})
    void aWrongParameterOfTheAuditIsNamed(String query, String field) {
        as("admin").get(AUDIT + query).then().statusCode(400).body("violations.field", is(List.of(field)));
    }

    @Test
    void whatCannotBeInTheAuditIsRefused() {
        as("admin")
                .queryParam("kind", "task\u0000")
                .queryParam("name", "1")
                .get(AUDIT)
                .then()
                .statusCode(400)
                .body("violations.field", is(List.of("kind")));
    }
}
