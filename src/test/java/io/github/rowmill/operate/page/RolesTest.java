package io.github.rowmill.operate.page;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the content and actions that each user sees, and that hidden actions are refused. */
@QuarkusTest
@TestProfile(Guarded.class)
class RolesTest {

    private static final String DEED = "formmethod|method=\"post\" action=\"(?!\\S*logout|\\S*zone)";

    @Inject
    TaskQueue queue;

    private long waiting(String name) {
        return queue.enqueue(NewTask.of("noop", Map.of("word", "of the payload"))
                        .queue(name)
                        .delay(Duration.ofDays(30)))
                .id();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/rowmill/", "/rowmill/tasks", "/rowmill/tasks/1", "/rowmill/bulk?do=retry&id=1"})
    void aPageWithoutSignInRedirectsToTheLogin(String path) {
        given().redirects().follow(false).get(path).then().statusCode(303).header("Location", containsString("login"));
    }

    @ParameterizedTest
    @CsvSource({"view, false, false", "payload, true, false", "operate, false, true", "admin, true, true"})
    void aPageShowsOnlyPermittedPayloadsAndActions(String user, boolean seesPayloads, boolean acts) {
        long id = waiting(Api.fresh("roles"));

        String task = as(user).get("/rowmill/tasks/" + id).asString();
        String list = as(user).queryParam("q", "id:" + id + " status:queued")
                .get("/rowmill/tasks")
                .asString();

        for (String page : List.of(task, list)) {
            assertThat(page.contains("of the payload")).isEqualTo(seesPayloads);
            Html.assertHarmless(page);
        }
        assertThat(task.contains("/cancel\"")).isEqualTo(acts);
        assertThat(task.contains("You may not change this task.")).isEqualTo(!acts);
        assertThat(list.contains("name=\"do\"")).isEqualTo(acts);
    }

    @Test
    void aUserWithViewOnlySeesNoAction() {
        for (String path : List.of("/rowmill/", "/rowmill/tasks", "/rowmill/tasks/" + waiting(Api.fresh("read")))) {
            assertThat(as("view").get(path).asString()).doesNotContainPattern(DEED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "view, cancel",
        "payload, cancel",
        "view, run",
        "view, delete",
        "view, change",
        "view, retry",
        "mail, cancel"
    })
    void aHiddenActionOnATaskIsRefused(String user, String deed) {
        long id = waiting(Api.fresh("refused"));

        as(user).formParam("version", 0)
                .formParam("priority", 3)
                .post("/rowmill/tasks/" + id + "/" + deed)
                .then()
                .statusCode(403)
                .contentType("text/html;charset=UTF-8")
                .body(containsString("You may not do this"));
        as("admin")
                .get(Api.TASKS + "/" + id)
                .then()
                .body("status", is("queued"))
                .body("priority", is(0));
    }

    @Test
    void aBulkActionWithoutPermissionIsRefused() {
        long id = waiting(Api.fresh("refused"));

        as("view").get("/rowmill/bulk?do=cancel&id=" + id).then().statusCode(403);
        as("view")
                .formParam("do", "cancel")
                .formParam("id", id)
                .post("/rowmill/bulk")
                .then()
                .statusCode(403);
        as("view")
                .formParam("do", "cancel")
                .formParam("all", "true")
                .formParam("q", "id:" + id)
                .post("/rowmill/bulk")
                .then()
                .statusCode(403);
        as("admin").get(Api.TASKS + "/" + id).then().body("status", is("queued"));
    }

    @Test
    void aForbiddenTaskInABulkActionStopsNoOtherTask() {
        long hidden = waiting(Api.fresh("other"));
        long shown = waiting("mail");

        as("mail")
                .redirects()
                .follow(false)
                .formParam("do", "cancel")
                .formParam("id", hidden, shown)
                .post("/rowmill/bulk")
                .then()
                .statusCode(303);

        as("admin").get(Api.TASKS + "/" + hidden).then().body("status", is("queued"));
        as("admin").get(Api.TASKS + "/" + shown).then().body("status", is("cancelled"));
    }

    @Test
    void aUserOfOneQueueSeesOnlyTasksOfThatQueue() {
        String other = Api.fresh("other");
        long hidden = waiting(other);
        long shown = waiting("mail");

        as("mail")
                .get("/rowmill/tasks")
                .then()
                .statusCode(200)
                .body(containsString("tasks/" + shown + "\""))
                .body(not(containsString("tasks/" + hidden + "\"")))
                .body(not(containsString(other)));
        as("mail").get("/rowmill/tasks/" + hidden).then().statusCode(403);
        as("mail").get("/rowmill/tasks/" + shown).then().statusCode(200).body(containsString("/cancel\""));
    }

    @Test
    void aUserOfOneQueueSeesAnOverviewOfThatQueueOnly() {
        String other = Api.fresh("other");
        waiting(other);
        waiting("mail");

        // All viewers get the same figures for a short time.
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(as("mail").get("/rowmill/").asString())
                        .contains("Figures include only the queues that you may see: mail.")
                        .contains("queues?queue=mail\">mail</a>")
                        .contains("in the last 1 h")
                        .doesNotContain(other, "nodes-h", "href=\"./nodes\"", "href=\"./recurring\""));
        assertThat(as("view").get("/rowmill/").asString()).contains("nodes-h", "href=\"./nodes\"");
    }

    @Test
    void thePageShowsTheNameAndPermissionsOfTheUser() {
        as("operate")
                .get("/rowmill/")
                .then()
                .body(containsString("Signed in as <b>operate</b>"))
                .body(containsString("May view, operate; not view-payload, work, admin."))
                .body(containsString("action=\"./logout\""));
    }
}
