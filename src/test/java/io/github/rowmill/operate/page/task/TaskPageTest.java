package io.github.rowmill.operate.page.task;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.node.TextNode;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class TaskPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    TaskQueue queue;

    private static String page(long id) {
        return given().get("/rowmill/tasks/" + id)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    private static ValidatableResponse act(long id, String deed, long version) {
        return given().redirects()
                .follow(false)
                .formParam("version", version)
                .post("/rowmill/tasks/" + id + "/" + deed)
                .then();
    }

    private static long dead(String message) {
        long id =
                Api.id(Api.enqueue("{\"type\": \"test-fails\", \"payload\": {\"message\": \"%s\"}}".formatted(message))
                        .statusCode(201));
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> Api.get(id).body("status", is("dead")));
        return id;
    }

    @Test
    void thePageShowsTheErrorAndTheApplicationsOwnFrame() {
        String page = page(dead("out of paper"));

        assertThat(page)
                .contains("1 of 1 attempts used")
                .contains("<span class=\"e\">java.lang.IllegalStateException: out of paper")
                .contains(
                        "<span class=\"own\">  at io.github.rowmill.operate.http.FailingHandler.fail(FailingHandler.java")
                .contains("frames of others")
                .contains("href=\"../tasks?q=failure%3A");
    }

    @Test
    void thePageDrawsTheLifeOfATask() {
        assertThat(page(dead("drawn")))
                .contains("<rect class=\"run executing\"")
                .contains("<svg class=\"dead\"")
                .contains("dead at ");
        assertThat(page(Api.waiting(Api.fresh("drawn"))))
                .contains("<line class=\"later\"")
                .doesNotContain("class=\"run");
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        long id = queue.enqueue(NewTask.of(evil, Map.of(evil, evil, "list", new String[] {evil}))
                        .queue(evil)
                        .tags(evil)
                        .uniqueKey(Api.fresh(evil))
                        .delay(Duration.ofDays(30)))
                .id();

        String page = page(id);

        Html.assertHarmless(page);
        assertThat(page).contains("<h1>" + Html.escaped(evil) + " <span class=\"id\">");
    }

    @Test
    void numbersAreExactAndTheCurlCommandQuotesThePayload() {
        long id = Api.id(Api.enqueue(
                        "{\"type\": \"noop\", \"delay\": \"30d\", \"payload\": {\"n\": 9007199254740993, \"it's\": 1.10}}")
                .statusCode(201));

        assertThat(page(id))
                .contains("<span class=\"k\">&quot;n&quot;</span>: <span class=\"d\">9007199254740993</span>")
                .contains("it&#39;\\&#39;&#39;s");
    }

    @Test
    void aSensitiveValueIsMaskedOnThePageAndInTheList() {
        long id = Api.id(Api.enqueue(
                        "{\"type\": \"test-payment\", \"delay\": \"30d\", \"payload\": {\"account\": \"a7\", \"card\": \"secret-1\"}}")
                .statusCode(201));

        assertThat(page(id)).contains("<span class=\"mask\">masked</span>").doesNotContain("secret-1");
        given().queryParam("q", "id:" + id)
                .get("/rowmill/tasks")
                .then()
                .body(not(containsString("secret-1")))
                .body(containsString("***"));
    }

    @Test
    void formsCancelAndDeleteATaskAndAreAudited() {
        String name = Api.fresh("deeds");
        long id = Api.waiting(name);

        act(id, "cancel", 0).statusCode(303).header("Location", is("../../tasks/" + id + "?done=cancel"));
        Api.get(id).body("status", is("cancelled"));
        given().get("/rowmill/tasks/" + id + "?done=cancel")
                .then()
                .body(containsString("<span>Cancelled.</span>"))
                .body(containsString("/retry\""))
                .body(not(containsString("/cancel\"")));
        act(id, "delete", 1).statusCode(303).header("Location", is("../../tasks?done=delete"));
        Api.get(id).statusCode(404);

        given().get("/rowmill/api/audit?kind=task&name=" + id)
                .then()
                .body("entries.action", is(java.util.List.of("delete", "cancel")));
    }

    @Test
    void aStaleFormNamesTheLastActorAndChangesNothing() {
        long id = Api.waiting(Api.fresh("slow"));
        act(id, "cancel", 0).statusCode(303);

        act(id, "run", 0)
                .statusCode(409)
                .body(containsString("Not done: the task has changed since you opened the page"))
                .body(containsString("anonymous was the last to act on it (cancel,"));
        Api.get(id).body("status", is("cancelled"));
    }

    @Test
    void anActionThatTheStateForbidsIsRefused() {
        long id = Api.waiting(Api.fresh("state"));

        act(id, "retry", 0).statusCode(409).body(containsString("Not done: "));
        Api.get(id).body("status", is("queued"));
    }

    @Test
    void aFormChangesTheFieldsOfATask() {
        String name = Api.fresh("form");
        long id = Api.waiting(name);

        given().redirects()
                .follow(false)
                .cookie("rowmill-zone", "Asia/Kolkata")
                .formParam("version", 0)
                .formParam("queue", name)
                .formParam("priority", 7)
                .formParam("runAt", "2031-01-31T08:00:00")
                .formParam("maxAttempts", 10)
                .post("/rowmill/tasks/" + id + "/change")
                .then()
                .statusCode(303);

        Api.get(id)
                .body("priority", is(7))
                .body("queue", is(name))
                .body("runAt", is("2031-01-31T02:30:00Z"))
                .body("maxAttempts", is(10));
    }

    /** RESTEasy's own reader of forms refuses fields of more than 2 KB. */
    @Test
    void aFormMayHaveALongPayload() {
        long id = Api.waiting(Api.fresh("long"));
        String text = "ä+;&=\"%\n".repeat(2_000);

        given().redirects()
                .follow(false)
                .contentType("application/x-www-form-urlencoded; charset=UTF-8")
                .formParam("version", 0)
                .formParam("payload", "{\"text\": %s}".formatted(TextNode.valueOf(text)))
                .post("/rowmill/tasks/" + id + "/change")
                .then()
                .statusCode(303);

        Api.get(id).body("details.text", is(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"version=%zz", "version=0&priority=%"})
    void aFormThatCannotBeReadIsRefused(String form) {
        long id = Api.waiting(Api.fresh("broken"));

        given().contentType("application/x-www-form-urlencoded")
                .body(form)
                .post("/rowmill/tasks/" + id + "/change")
                .then()
                .statusCode(400)
                .contentType("text/html;charset=UTF-8");
    }

    @Test
    void anInvalidFormGetsAReason() {
        long id = Api.waiting(Api.fresh("form"));

        given().formParam("version", 0)
                .formParam("priority", "soon")
                .formParam("runAt", "later")
                .post("/rowmill/tasks/" + id + "/change")
                .then()
                .statusCode(409)
                .body(containsString("priority"))
                .body(containsString("must be a day and a time"));
    }

    @Test
    void anUnknownTaskGetsAPageWith404() {
        given().get("/rowmill/tasks/999999999999")
                .then()
                .statusCode(404)
                .contentType("text/html;charset=UTF-8")
                .body(containsString("There is nothing here"))
                .body(containsString("999999999999"));
        given().get("/rowmill/tasks/nonsense").then().statusCode(404).contentType("text/html;charset=UTF-8");
    }
}
