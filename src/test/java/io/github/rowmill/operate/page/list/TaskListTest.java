package io.github.rowmill.operate.page.list;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class TaskListTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    TaskQueue queue;

    private static String page(String query) {
        return given().queryParam("q", query)
                .get("/rowmill/tasks")
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    @Test
    void tasksAreShownWithTheirStateAndALink() {
        String name = Api.fresh("shown");
        long id = Api.waiting(name);

        assertThat(page("queue:" + name))
                .contains("<tr id=\"t" + id + "\">")
                .contains("href=\"./tasks/" + id + "\">noop</a>")
                .contains("<td class=\"soft gone p2\">" + name + "</td>")
                .contains("<span class=\"st scheduled\">")
                .contains("in 29 d");
    }

    @Test
    void selectedTasksHaveAButtonForEachAction() {
        String name = Api.fresh("buttons");
        Api.waiting(name);

        assertThat(page("queue:" + name))
                .contains("<div class=\"acts\"><button class=\"btn first\" name=\"do\" value=\"retry\">Retry…</button>"
                        + "<button class=\"btn\" name=\"do\" value=\"cancel\">Cancel…</button>"
                        + "<button class=\"btn harm\" name=\"do\" value=\"delete\">Delete…</button></div>");
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        String name = Api.fresh("evil");
        queue.enqueue(NewTask.of(evil, Map.of(evil, evil)).queue(name).delay(Duration.ofDays(30)));
        queue.enqueue(NewTask.of("noop").queue(evil).delay(Duration.ofDays(30)));

        String page = page("queue:" + name);

        Html.assertHarmless(page);
        assertThat(page).contains(">" + Html.escaped(evil) + "</a></th>");
        Html.assertHarmless(given().queryParam("q", "queue:" + name + " error:\"" + evil.replace("\"", "\\\"") + "\"")
                .get("/rowmill/tasks")
                .asString());
        Html.assertHarmless(
                given().queryParam("q", "wrong " + evil).get("/rowmill/tasks").asString());
    }

    @Test
    void theListShowsTheFirstLineOfAnError() {
        long id =
                Api.id(Api.enqueue("{\"type\": \"test-fails\", \"payload\": {\"message\": \"<b>first</b>\\nsecond\"}}")
                        .statusCode(201));
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> Api.get(id).body("status", is("dead")));

        assertThat(page("id:" + id))
                .contains("&lt;b&gt;first&lt;/b&gt;</span>")
                .doesNotContain("second</span>", "<b>first");
    }

    @ParameterizedTest
    @CsvSource({
        "type:noop statuss:dead, type:noop <mark>statuss:dead</mark>, expected a field",
        "status:lost, status:<mark>lost</mark>, expected one of queued"
    })
    void anInvalidSearchIsMarkedAtItsError(String query, String marked, String message) {
        given().queryParam("q", query)
                .get("/rowmill/tasks")
                .then()
                .statusCode(400)
                .body(containsString(marked))
                .body(containsString(message));
    }

    @Test
    void theSearchFieldCompletesATerm() {
        given().queryParam("q", "status:dead type:test-fa")
                .get("/rowmill/tasks/terms")
                .then()
                .statusCode(200)
                .body(containsString("<option value=\"status:dead type:test-fails\"></option>"));
    }

    @Test
    void aSearchForAnIdRedirectsToItsTask() {
        given().redirects()
                .follow(false)
                .queryParam("q", " 8841207 ")
                .get("/rowmill/tasks")
                .then()
                .statusCode(303)
                .header("Location", is("./tasks/8841207"));
    }

    @Test
    void aListHasPagesOf50AndAWayBack() {
        String name = Api.fresh("pages");
        List<NewTask> tasks = IntStream.range(0, 51)
                .mapToObj(i -> NewTask.of("noop").queue(name).delay(Duration.ofDays(30)))
                .toList();
        queue.enqueue(tasks);

        String first = page("queue:" + name);
        String older = first.replaceAll("(?s).*href=\"\\./([^\"]*)\" rel=\"next\".*", "$1")
                .replace("&amp;", "&");
        String second =
                given().urlEncodingEnabled(false).get("/rowmill/" + older).asString();

        assertThat(first.split("<tr id=")).hasSize(51);
        assertThat(second.split("<tr id=")).hasSize(2);
        assertThat(second).contains("Newest").doesNotContain("rel=\"next\"");
    }

    @Test
    void narrowingByAStateKeepsTheRest() {
        String name = Api.fresh("tabs");

        assertThat(page("queue:" + name + " status:dead"))
                .contains("href=\"./tasks?q=queue%3A" + name + "+status%3Acompleted\"")
                .contains("class=\"dead\" href=\"./tasks?q=queue%3A" + name + "+status%3Adead\" aria-current=\"true\"");
    }

    private static String cancelled(String name) {
        long id = Api.waiting(name);
        Api.post(Api.TASKS + "/" + id + "/cancel", "").statusCode(200);
        return String.valueOf(id);
    }

    @Test
    void anActionOnSelectedTasksNeedsAConfirmation() {
        String name = Api.fresh("asked");
        String id = cancelled(name);

        given().queryParam("do", "delete")
                .queryParam("id", id)
                .queryParam("q", "queue:" + name)
                .get("/rowmill/bulk")
                .then()
                .statusCode(200)
                .body(containsString("Delete the selected task?"))
                .body(containsString("name=\"id\" value=\"" + id + "\""));
        Api.get(Long.parseLong(id)).body("status", is("cancelled"));
    }

    @Test
    void aRetryOfSelectedTasksCountsDoneAndRefusedTasks() {
        String name = Api.fresh("selected");
        String cancelled = cancelled(name);
        long waits = Api.waiting(name);

        given().redirects()
                .follow(false)
                .formParam("do", "retry")
                .formParam("id", cancelled, waits)
                .formParam("q", "queue:" + name)
                .post("/rowmill/bulk")
                .then()
                .statusCode(303)
                .header("Location", is("./tasks?q=queue%3A" + name + "&done=retry.1.1"));

        Awaitility.await()
                .untilAsserted(() -> Api.get(Long.parseLong(cancelled)).body("status", is("completed")));
        given().get("/rowmill/api/audit?kind=task&name=" + cancelled).then().body(containsString("\"retry\""));
    }

    @Test
    void anActionOnAllFoundTasksIsAJobWithItsOwnPage() {
        String name = Api.fresh("job");
        cancelled(name);
        cancelled(name);

        given().queryParam("do", "delete")
                .queryParam("all", "true")
                .queryParam("q", "queue:" + name)
                .get("/rowmill/bulk")
                .then()
                .body(containsString("Delete 2 tasks?"));
        String job = given().redirects()
                .follow(false)
                .formParam("do", "delete")
                .formParam("all", "true")
                .formParam("q", "queue:" + name)
                .post("/rowmill/bulk")
                .then()
                .statusCode(303)
                .extract()
                .header("Location");

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> given().get("/rowmill/" + job.substring(2))
                        .then()
                        .body(containsString("2 of 2 deleted"))
                        .body(not(containsString("Stop here"))));
        assertThat(page("queue:" + name)).contains("None found");
    }

    @Test
    void aRetryOfAllFoundTasksTakesAReasonAndASpread() {
        String name = Api.fresh("spread");
        cancelled(name);

        given().queryParam("do", "retry")
                .queryParam("all", "true")
                .queryParam("q", "queue:" + name)
                .get("/rowmill/bulk")
                .then()
                .body(containsString("name=\"reason\""))
                .body(containsString("name=\"spread\" value=\"0\" checked"));
        String job = retryAll(name, "600").statusCode(303).extract().header("Location");

        assertThat(given().get("/rowmill/" + job.substring(2)).asString())
                .contains("“the printer is back”. Each task is due at its own time within 10 min.");
        retryAll(name, "86401").statusCode(400);
        retryAll(name, "-5").statusCode(400);
    }

    private static ValidatableResponse retryAll(String name, String spread) {
        return given().redirects()
                .follow(false)
                .formParam("do", "retry")
                .formParam("all", "true")
                .formParam("q", "queue:" + name)
                .formParam("reason", " the printer is back ")
                .formParam("spread", spread)
                .post("/rowmill/bulk")
                .then();
    }

    @Test
    void anActionOnAllTasksNeedsASearch() {
        given().get("/rowmill/bulk?do=delete&all=true&q=")
                .then()
                .body(containsString("An action on all tasks needs a search"))
                .body(not(containsString("<form class=\"form\"")));
        given().redirects()
                .follow(false)
                .formParam("do", "delete")
                .formParam("all", "true")
                .post("/rowmill/bulk")
                .then()
                .header("Location", is("./tasks"));
    }
}
