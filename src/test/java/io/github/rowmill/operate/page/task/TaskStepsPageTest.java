package io.github.rowmill.operate.page.task;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Sensitive;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
@TestProfile(ByHand.class)
class TaskStepsPageTest extends EngineTest {

    private static final String[] EVIL = Html.EVIL;

    /** The value of a step. */
    record Receipt(String number, @Sensitive String card) {}

    /** The payload of a signal. */
    record Decision(boolean granted, @Sensitive String reason) {}

    private long enqueue() {
        return queue.enqueue(NewTask.of("probe", probes.behave(this::buy))).id();
    }

    private Object buy(TaskContext task) {
        task.step("page-charge", Receipt.class, () -> new Receipt("r-7", "secret-card"));
        task.sleep("cool-down", Duration.ofHours(5));
        Optional<Decision> decision = task.awaitSignal("page-decision", Decision.class, Duration.ofDays(3));
        return decision.isPresent();
    }

    private long waiting() {
        long id = enqueue();
        mill.drain();
        mill.pass(id, Duration.ofHours(6));
        mill.drain();
        return id;
    }

    private static String page(long id) {
        return given().get("/rowmill/tasks/" + id)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    private static ValidatableResponse send(long id, String name, String payload) {
        return given().redirects()
                .follow(false)
                .formParam("name", name)
                .formParam("payload", payload)
                .post("/rowmill/tasks/" + id + "/signal")
                .then();
    }

    @Test
    void aSleepingTaskShowsItsSleep() {
        long id = enqueue();
        mill.drain();

        assertThat(page(id))
                .contains("sleeps in &#39;cool-down&#39; until ", ", in 4 h.")
                .contains(">cool-down<span class=\"sub\">sleep</span>", "until ")
                .doesNotContain("Send a signal");
    }

    @Test
    void aSleepCanBeEndedEarly() {
        long id = enqueue();
        mill.drain();
        assertThat(page(id)).contains(">End the sleep<").doesNotContain(">Run now<");

        given().redirects()
                .follow(false)
                .formParam("version", rows.of(id, "version"))
                .post("/rowmill/tasks/" + id + "/wake")
                .then()
                .statusCode(303);
        mill.drain();

        assertThat(page(id))
                .contains("waits for the signal &#39;page-decision&#39; until ")
                .doesNotContain("End the sleep");
        assertThat(rows.text("select action from rowmill_audit order by id desc limit 1"))
                .isEqualTo("wake");
    }

    @Test
    void theSleepOfATaskThatHasChangedIsNotEnded() {
        long id = enqueue();
        mill.drain();

        given().redirects()
                .follow(false)
                .formParam("version", 0)
                .post("/rowmill/tasks/" + id + "/wake")
                .then()
                .statusCode(409);

        assertThat(page(id)).contains("sleeps in &#39;cool-down&#39; until ");
    }

    @Test
    void aTaskThatWaitsForASignalShowsAForm() {
        long id = waiting();

        assertThat(page(id))
                .contains("waits for the signal &#39;page-decision&#39; until ")
                .contains(">page-decision<span class=\"sub\">wait for a signal</span>")
                .contains("action=\"../tasks/%s/signal\"".formatted(id), "value=\"page-decision\"");
    }

    private static String drawing(long id) {
        String page = page(id);
        return page.substring(page.indexOf("<figure class=\"trace\""), page.indexOf("</figure>"));
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void stepsAndSleepsAreInTheDrawing() {
        long id = waiting();

        assertThat(drawing(id))
                .contains(">page-decision, 3 d<", "Dashed: asleep", "A dot: a step was recorded.")
                .satisfies(drawing ->
                        assertThat(count(drawing, "<line class=\"asleep\"")).isEqualTo(2))
                .satisfies(drawing -> assertThat(count(drawing, "<rect class=\"run executing\""))
                        .isEqualTo(2))
                .satisfies(drawing ->
                        assertThat(count(drawing, "<circle class=\"record\"")).isEqualTo(1));
        assertThat(page(id)).contains("No attempt has ended, or none is kept.");
    }

    @Test
    void aTaskThatEndedIsDrawnWithItsSleeps() {
        long id = waiting();
        queue.signal(id, "page-decision", new Decision(true, "because"));
        mill.drain();

        assertThat(drawing(id))
                .satisfies(drawing ->
                        assertThat(count(drawing, "<line class=\"asleep\"")).isEqualTo(2))
                .satisfies(drawing ->
                        assertThat(count(drawing, "<text class=\"n\"")).isEqualTo(3))
                .contains("completed at ");
    }

    @Test
    void aTaskCancelledInItsSleepIsDrawnAsleepUntilItsEnd() {
        long id = enqueue();
        mill.drain();
        queue.cancel(id);

        assertThat(drawing(id))
                .contains("<line class=\"asleep\"", "cancelled at ")
                .satisfies(drawing ->
                        assertThat(count(drawing, "<rect class=\"run")).isEqualTo(1));
    }

    @Test
    void aWaitWithAnEarlierSignalIsNotDrawn() {
        long id = queue.enqueue(NewTask.of(
                        "probe",
                        probes.behave(task -> task.awaitSignal("page-decision", Decision.class, Duration.ofDays(3))
                                .isPresent())))
                .id();
        queue.signal(id, "page-decision", new Decision(true, "because"));
        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(drawing(id)).doesNotContain("asleep", "class=\"record\"");
    }

    @Test
    void aTaskThatWaitsForAFlowLinksToTheFlow() {
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    NewTask part = NewTask.of("noop").delay(Duration.ofDays(1));
                    return task.awaitFlow("album", Flow.chain("album", part)).id();
                })))
                .id();
        mill.drain();
        long flow = rows.number("select id from rowmill_flow where owner = " + id);

        assertThat(page(id))
                .contains("waits for the end of flow %s.".formatted(flow))
                .contains(">album<span class=\"sub\">wait for flow <a href=\"../flows/%s\">".formatted(flow))
                .doesNotContain("Send a signal");
        given().get("/rowmill/flows/" + flow).then().statusCode(200).body(containsString(">task %s</a>".formatted(id)));
        given().get("/rowmill/api/flows/" + flow).then().statusCode(200).body("owner", is((int) id));
    }

    @Test
    void aTaskShowsTheProgressOfItsHandler() {
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    task.progress(42, "page <4>");
                    throw new IllegalStateException("as if");
                })))
                .id();
        mill.drain();

        assertThat(page(id)).contains("<p>page &lt;4&gt;</p>", "<p class=\"num\">42 %</p>", "width=\"42%\"");
    }

    @Test
    void aTaskWithoutStepsShowsNone() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofDays(30))).id();

        assertThat(page(id)).doesNotContain(">Steps</h2>", ">Signals</h2>", "Send a signal");
    }

    @Test
    void aSignalIsSentByTheForm() {
        long id = waiting();

        send(id, "page-decision", "{\"granted\": true, \"reason\": \"secret-reason\"}")
                .statusCode(303)
                .header("Location", is("../../tasks/" + id + "?done=signal"));
        assertThat(page(id))
                .contains(">Signals</h2>", "&quot;granted&quot;:true")
                .doesNotContain("secret-reason");

        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(page(id)).contains("received", "done").doesNotContain(">Signals</h2>", "secret-reason");
    }

    @Test
    void valuesAreMaskedByTheClassThatTheHandlerNames() {
        assertThat(page(waiting()))
                .contains("&quot;number&quot;:&quot;r-7&quot;")
                .doesNotContain("secret-card");
    }

    @Test
    void aValueOfAnUnknownClassIsNotShown() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofDays(30))).id();
        rows.execute("""
                insert into rowmill_step (task, name, result, done)
                values (%s, 'from-another-node', '{"card": "secret-card"}', now())
                """.formatted(id));
        queue.signal(id, "hint", "secret-hint");

        assertThat(page(id))
                .contains("from-another-node", "hint", "its class is not known on this node")
                .doesNotContain("secret-card", "secret-hint");
    }

    @Test
    void valuesOfDeclaredClassesAreMaskedBeforeAStepHasRun() {
        long id =
                queue.enqueue(NewTask.of("keeping").delay(Duration.ofDays(30))).id();
        rows.execute("""
                insert into rowmill_step (task, name, result, done)
                values (%s, 'from-another-node', '{"number": "r-7", "card": "secret-card"}', now())
                """.formatted(id));
        queue.signal(id, "hint", new Decision(true, "secret-reason"));

        assertThat(page(id))
                .contains("r-7", "granted")
                .doesNotContain("secret-card", "secret-reason", "is not known on this node");
    }

    @Test
    void aStepOfAnUndeclaredClassFails() {
        long id = queue.enqueue(NewTask.of("keeping")).id();
        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("dead");
        assertThat(rows.of(id, "error"))
                .contains("'reserve'", KeepingHandler.Ticket.class.getName(), "keeps of @Handles");
        assertThat(rows.number("select count(*) from rowmill_step where task = " + id))
                .isOne();
    }

    @Test
    void aPayloadThatIsNoJsonIsRefusedOnThePage() {
        long id = waiting();

        send(id, "page-decision", "{granted").statusCode(409).body(containsString("its payload must be JSON"));
        send(id, "", "{}").statusCode(409).body(containsString("its name must have 1 to 200 characters"));

        assertThat(rows.number("select count(*) from rowmill_signal")).isZero();
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    task.step(evil, String.class, () -> evil);
                    return task.awaitSignal(evil, String.class, Duration.ofDays(1));
                })))
                .id();
        mill.drain();
        queue.signal(id, evil, evil);

        Html.assertHarmless(page(id));
    }
}
