package io.github.rowmill.operate.page.flow;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(ByHand.class)
class FlowsPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    Flows flows;

    @Inject
    Rows rows;

    @BeforeEach
    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_task");
        rows.execute("delete from rowmill_part_task");
        rows.execute("delete from rowmill_flow");
    }

    private long enqueue(String name) {
        Flow flow = Flow.of(name);
        Flow.Part charge = flow.add("charge", List.of(NewTask.of("noop"), NewTask.of("noop")));
        Flow.Part ship = flow.add("ship", NewTask.of("noop").key("k")).after(charge);
        flow.add("alarm", NewTask.of("noop")).ifFailed(charge, ship);
        return flows.enqueue(flow).id();
    }

    /** Ends all queued tasks of a flow, and runs a look at the flow. */
    private void end(long flow, String status) {
        rows.execute("""
                update rowmill_task
                   set status = '%s', error = %s, finished = clock_timestamp(), version = version + 1
                 where flow = %s
                   and status = 'queued'
                """.formatted(status, status.equals("dead") ? "'card declined'" : "null", flow));
        rows.text("select string_agg(what, ',') from rowmill_look('{}', '{%s}')".formatted(flow));
    }

    private static String page(String path) {
        return given().get("/rowmill/" + path).then().statusCode(200).extract().asString();
    }

    private static ValidatableResponse post(String path, Map<String, String> form) {
        return given().contentType("application/x-www-form-urlencoded; charset=UTF-8")
                .redirects()
                .follow(false)
                .formParams(form)
                .post("/rowmill/flows/" + path)
                .then();
    }

    @Test
    void heldFlowsComeFirst() {
        long held = enqueue("held-one");
        end(held, "dead");
        enqueue("newer");

        String page = page("flows");

        assertThat(page).contains("<h1>Flows</h1>", "Held by a failure", "Others");
        assertThat(page.indexOf(">held-one ")).isPositive().isLessThan(page.indexOf(">newer "));
        assertThat(page.split(">held-one ", -1)).hasSize(2);
        assertThat(page("flows?state=held")).contains(">held-one ").doesNotContain(">newer ");
        assertThat(page("flows?state=ended")).contains("No flow is ended");
        assertThat(page("flows?after=" + held)).doesNotContain(">held-one ");
        assertThat(page("flows?after=" + (held + 1))).contains(">held-one ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"held", "running", "cancelled", "ended"})
    void aListOfOneStateHasNoOtherFlow(String state) {
        end(enqueue("held-one"), "dead");
        enqueue("running-one");
        rows.execute(
                "update rowmill_flow set cancelled = now(), finished = now() where id = " + enqueue("cancelled-one"));
        rows.execute("update rowmill_flow set finished = now() where id = " + enqueue("ended-one"));

        assertThat(page("flows?state=" + state)).containsOnlyOnce("-one ").contains(">" + state + "-one ");
    }

    @Test
    void aHeldFlowShowsItsCauseAndThePossibleActions() {
        long id = enqueue("order");
        end(id, "dead");

        String page = page("flows/" + id);

        assertThat(page)
                .contains("ship waits for charge, whose <a href=\"../tasks/")
                .contains("is dead since", ": card declined. Retry it, let ship go, or cancel the flow.")
                .contains("action=\"../flows/%s/let-go\"".formatted(id), "action=\"../flows/%s/retry\"".formatted(id))
                .contains("2 dead", "class=\"in-1\"", "class=\"in-2\"", "if one fails")
                .contains("href=\"../tasks?q=flow%3A" + id + "+part%3Aship\"");
    }

    @Test
    void aRunningFlowShowsTheTasksThatItWaitsFor() {
        long id = enqueue("order");

        assertThat(page("flows/" + id))
                .contains("ship waits for charge: 0 of 2 tasks there have ended.")
                .doesNotContain("/let-go", "/retry\"");

        end(id, "completed");
        assertThat(page("flows/" + id)).contains("Runs its last tasks: 2 completed, 1 queued, 1 waiting.");

        end(id, "completed");
        assertThat(page("flows/" + id))
                .contains("Ended at", "3 completed, 1 cancelled.")
                .doesNotContain("/cancel\"");
    }

    @Test
    void formsCancelAndRetryAFlowAndLetAPartGo() {
        long id = enqueue("order");

        post(id + "/cancel", Map.of())
                .statusCode(303)
                .header("Location", endsWith("flows/" + id + "?done=cancel-flow"));
        assertThat(page("flows/" + id)).contains("A retry undoes that.");
        post(id + "/cancel", Map.of()).statusCode(409);
        post(id + "/retry", Map.of()).statusCode(303).header("Location", endsWith("flows/" + id + "?done=retry-flow"));
        post(id + "/let-go", Map.of("part", "ship")).statusCode(409);
        end(id, "dead");
        post(id + "/let-go", Map.of("part", "ship")).statusCode(303).header("Location", endsWith("?done=let-go"));
        given().get("/rowmill/flows/" + id + "?done=let-go")
                .then()
                .body(containsString("Started in spite of the failure."));
        post(id + 1 + "/retry", Map.of()).statusCode(404);
        given().get("/rowmill/flows/" + (id + 1)).then().statusCode(404);
    }

    @Test
    void theTaskOfAFlowLinksToItAndToItsPart() {
        long id = enqueue("order");
        long ship = rows.number("select max(task) from rowmill_part_task where flow = %s and part = 2".formatted(id));

        assertThat(page("tasks/" + ship))
                .contains("href=\"../flows/%s\"".formatted(id), ">ship</a>", "for the start of its part of a flow")
                .doesNotContain("name=\"runAt\"");
        long plain = rows.number("insert into rowmill_task (type) values ('noop') returning id");
        assertThat(page("tasks/" + plain)).doesNotContain("../flows/").contains("name=\"runAt\"");
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        Flow flow = Flow.of(evil).uniqueKey(evil).source(evil);
        Flow.Part first = flow.add("first", NewTask.of("noop"));
        flow.add("then", NewTask.of("noop")).after(first);
        long id = flows.enqueue(flow).id();

        Html.assertHarmless(page("flows"));
        Html.assertHarmless(page("flows/" + id));
        assertThat(page("flows/" + id)).contains("<h1>" + Html.escaped(evil));
    }
}
