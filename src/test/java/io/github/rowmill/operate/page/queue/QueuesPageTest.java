package io.github.rowmill.operate.page.queue;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Rate;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class QueuesPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    Queues queues;

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    @AfterEach
    void clear() {
        queues.all().forEach(ruled -> queues.delete(ruled.queue()));
        rows.execute("delete from rowmill_series where type = 'test-page'");
    }

    private static String page(String queue) {
        return given().queryParam("queue", queue)
                .get("/rowmill/queues")
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    private static RequestSpecification form(String queue) {
        return given().contentType("application/x-www-form-urlencoded; charset=UTF-8")
                .redirects()
                .follow(false)
                .formParam("queue", queue);
    }

    /** Returns a form for the rules that the page of the queue shows now. */
    private static RequestSpecification rules(String queue) {
        return form(queue).formParam("shown", page(queue).replaceAll("(?s).*name=\"shown\" value=\"(\\w+)\".*", "$1"));
    }

    private static void isDone(Response answer, String queue, String deed) {
        answer.then().statusCode(303).header("Location", endsWith("queues?queue=" + queue + "&done=" + deed));
    }

    private static void isAudited(String queue, String action) {
        given().queryParam("kind", "queue")
                .queryParam("name", queue)
                .get("/rowmill/api/audit")
                .then()
                .body("entries.action", hasItem(action));
    }

    @Test
    void aQueueIsPausedAndResumedByAForm() {
        String queue = Api.fresh("paused");
        Api.waiting(queue);

        isDone(form(queue).post("/rowmill/queues/pause"), queue, "pause");
        assertThat(queues.rules(queue).orElseThrow().paused()).isTrue();
        assertThat(page(queue)).contains("paused</span>", "action=\"./queues/resume\"");
        isAudited(queue, "pause");

        isDone(form(queue).post("/rowmill/queues/resume"), queue, "resume");
        assertThat(queues.rules(queue).map(QueueRules::paused).orElse(false)).isFalse();
        isDone(form(queue).formParam("type", "noop").post("/rowmill/queues/pause"), queue, "pause");
        assertThat(page(queue)).contains("paused: noop");
    }

    @Test
    void aFormSetsTheRulesAndKeepsThePause() {
        String queue = Api.fresh("ruled");
        queues.pause(queue);

        isDone(
                rules(queue)
                        .formParam("concurrency", "12")
                        .formParam("rate", "600")
                        .formParam("ratePeriod", "1m")
                        .formParam("perKey", "")
                        .formParam("ordered", "on")
                        .formParam("weight", "3")
                        .formParam("keyWeights", "customer-7=3\n a=b = 2\n")
                        .post("/rowmill/queues/rules"),
                queue,
                "rules");

        assertThat(queues.rules(queue))
                .contains(QueueRules.NONE
                        .paused(true)
                        .concurrency(12)
                        .rate(Rate.of(600, Duration.ofMinutes(1)))
                        .ordered(true)
                        .weight(3)
                        .keyWeights(Map.of("customer-7", 3, "a=b", 2)));
        assertThat(page(queue))
                .contains(
                        "12 in the cluster, 600 a minute, each key in order, a=b takes 2 in a turn, customer-7 takes 3 in a turn, weight 3")
                .contains("name=\"concurrency\" value=\"12\"", "name=\"ratePeriod\" value=\"1m\"")
                .contains("name=\"ordered\" checked");
        isAudited(queue, "set rules");
    }

    @Test
    void anInvalidRuleIsRefusedByNameAndNothingIsSet() {
        String queue = Api.fresh("wrong");

        rules(queue)
                .formParam("concurrency", "many")
                .formParam("ageing", "soon")
                .post("/rowmill/queues/rules")
                .then()
                .statusCode(400)
                .body(containsString("concurrency"))
                .body(containsString("must be a duration such as 30s"));
        rules(queue)
                .formParam("concurrency", "0")
                .post("/rowmill/queues/rules")
                .then()
                .statusCode(400);
        assertThat(queues.rules(queue)).isEmpty();
    }

    @Test
    void rulesThatChangedMeanwhileAreNotOverwritten() {
        String queue = Api.fresh("stale");
        RequestSpecification opened = rules(queue).formParam("weight", "3");
        queues.limit(queue, 5);

        opened.post("/rowmill/queues/rules")
                .then()
                .statusCode(409)
                .body(containsString("Not done: the rules have changed since you opened the page"))
                .body(containsString("name=\"concurrency\" value=\"5\""));
        form(queue)
                .formParam("weight", "3")
                .post("/rowmill/queues/rules")
                .then()
                .statusCode(409);

        assertThat(queues.rules(queue)).contains(QueueRules.NONE.concurrency(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"queues/pause", "queues/resume", "queues/rules", "queues/unblock", "recurring/run"})
    void aFormWithoutANameIsRefused(String path) {
        given().contentType("application/x-www-form-urlencoded")
                .post("/rowmill/" + path)
                .then()
                .statusCode(both(greaterThanOrEqualTo(400)).and(lessThan(500)));
    }

    @Test
    void aBlockedKeyIsShownAndUnblocked() {
        String queue = Api.fresh("blocked");
        queues.change(queue, rules -> rules.ordered(true).blocks(true));
        long id = tasks.enqueue(NewTask.of("noop").queue(queue).key("k <7>").delay(Duration.ofDays(1)))
                .id();
        rows.execute(
                "update rowmill_task set status = 'dead', finished = now(), version = version + 1 where id = " + id);

        assertThat(page(queue)).contains("k &lt;7&gt;</th>", "href=\"./tasks/" + id + "\"");
        isDone(form(queue).formParam("key", "k <7>").post("/rowmill/queues/unblock"), queue, "unblock");
        assertThat(queues.blocked(queue)).isEmpty();
        isAudited(queue, "unblock");
    }

    @Test
    void recentWorkIsShownByTypeAndByMinute() {
        String queue = Api.fresh("busy");
        rows.execute(
                "insert into rowmill_series select span, date_bin(make_interval(mins => span), now() - interval '1 min', 'epoch'), '%s', 'test-page', 50, 60, 7, 1, '{0,0,0,5}', '{0,0,0,0,5}' from (values (1), (10)) s (span)"
                        .formatted(queue));

        assertThat(page(queue))
                .contains(
                        "10 in, 12 out",
                        "aria-label=\"Completed in each minute of the last hour: at most 60 a minute\"")
                .contains("data-l=\"enqueued\">50<", "data-l=\"completed\">60<", "data-l=\"failed\">7<")
                .contains("data-l=\"95 %\">15 ms<", "95 % waited 7 ms");
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        queues.change(
                evil,
                rules -> rules.pausedTypes(java.util.Set.of(evil)).blocks(true).ordered(true));

        String page = page(evil);

        Html.assertHarmless(page);
        assertThat(page).contains("Rules of " + Html.escaped(evil) + "</h2>", "paused: " + Html.escaped(evil));
        form(evil).post("/rowmill/queues/resume").then().statusCode(is(303));
        Html.assertHarmless(rules("q")
                .formParam("concurrency", evil)
                .post("/rowmill/queues/rules")
                .asString());
    }
}
