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

import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests access to an application whose configuration names its users and their permissions. */
@QuarkusTest
@TestProfile(Guarded.class)
class AccessTest {

    @Inject
    TaskQueue queue;

    // Authentication

    @Test
    void aRequestWithoutCredentialsGets401() {
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
    void wrongCredentialsGet401WithAReason(String header, String why) {
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
    void tooManyWrongPasswordsGet429AndBlockNoOtherUser() {
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

    // Permissions

    @Test
    void withoutViewPayloadTheOtherFieldsOfATaskAreShown() {
        long id = Guarded.waiting(queue, Api.fresh("payload"));

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
    void aCallerOfOneQueueCannotUseOtherQueues() {
        long mine = Guarded.waiting(queue, "mail");
        long other = Guarded.waiting(queue, Api.fresh("other"));

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
    void aSearchNeedsPermissionForItsPayloadTermsAndQueues() {
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
    void jobsAndViewsHidePayloadTermsWithoutViewPayload() {
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
}
