package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.as;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(Guarded.class)
class FlowsApiTest {

    private static final String FLOWS = "/rowmill/api/flows";

    @Inject
    Flows flows;

    @Inject
    Rows rows;

    private final String name = Api.fresh("order");

    @AfterEach
    void delete() {
        rows.clear();
    }

    /** Enqueues a flow whose second part waits. No task starts in the time of a test. */
    private long enqueue(String queue) {
        Flow flow = Flow.of(name).uniqueKey("k-" + name);
        Flow.Part charge = flow.add("charge", later("mail"));
        flow.add("ship", later(queue)).after(charge);
        return flows.enqueue(flow).id();
    }

    private static NewTask later(String queue) {
        return NewTask.of("noop").queue(queue).delay(Duration.ofDays(30));
    }

    private ValidatableResponse get(long id) {
        return as("view").get(FLOWS + "/" + id).then();
    }

    private static ValidatableResponse post(String user, String path) {
        return as(user).post(FLOWS + "/" + path).then();
    }

    private void fail(long flow) {
        rows.execute("""
                update rowmill_task
                   set status = 'dead', finished = now() - interval '1 minute', version = version + 1
                 where flow = %s
                   and status = 'queued'
                """.formatted(flow));
        rows.text("select string_agg(what, ',') from rowmill_look('{}', '{%s}')".formatted(flow));
    }

    @Test
    void aFlowIsReadWithItsParts() {
        long id = enqueue("mail");

        get(id).statusCode(200)
                .body("id", is((int) id))
                .body("name", is(name))
                .body("state", is("running"))
                .body("uniqueKey", is("k-" + name))
                .body("onFailure", is("hold"))
                .body("finished", nullValue())
                .body("parts.name", is(List.of("charge", "ship")))
                .body("parts.state", is(List.of("open", "waiting")))
                .body("parts[1].after", is(List.of("charge")))
                .body("parts[1].needs", is("completed"))
                .body("parts[0].tasks.queued", is(1))
                .body("parts[1].tasks.waiting", is(1));
    }

    @Test
    void flowsAreListedByNameAndState() {
        long id = enqueue("mail");

        as("view")
                .queryParam("name", name)
                .get(FLOWS)
                .then()
                .statusCode(200)
                .body("flows.id", is(List.of((int) id)))
                .body("flows[0].state", is("running"))
                .body("flows[0].parts", is(2))
                .body("flows[0].decided", is(1))
                .body("next", nullValue());
        as("view").queryParam("state", "held").get(FLOWS).then().body("flows.name", not(hasItem(name)));
        as("view")
                .queryParam("after", id)
                .queryParam("name", name)
                .get(FLOWS)
                .then()
                .body("flows", empty());
    }

    @Test
    void anInvalidParameterIsRefusedByName() {
        as("view")
                .queryParam("state", "late")
                .queryParam("limit", "0")
                .get(FLOWS)
                .then()
                .statusCode(400)
                .body("violations.field", is(List.of("state", "limit")));
    }

    @Test
    void aHeldPartIsLetGoAndThatIsAudited() {
        long id = enqueue("mail");
        fail(id);
        get(id).body("state", is("held")).body("parts[1].state", is("held"));
        as("view")
                .queryParam("state", "held")
                .queryParam("name", name)
                .get(FLOWS)
                .then()
                .body("flows[0].heldPart", is("ship"));

        post("operate", id + "/parts/ship/let-go").statusCode(200).body("parts[1].state", is("open"));

        as("admin")
                .queryParam("kind", "flow")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].action", is("let go"))
                .body("entries[0].before.state", is("held"))
                .body("entries[0].after.parts.ship", is("open"));
    }

    @Test
    void aFlowIsCancelledAndRetried() {
        long id = enqueue("mail");

        post("operate", id + "/cancel").statusCode(200).body("state", is("cancelled"));
        post("operate", id + "/retry")
                .statusCode(200)
                .body("state", is("running"))
                .body("parts.state", is(List.of("open", "waiting")));

        as("admin")
                .queryParam("kind", "flow")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .body("entries.action", is(List.of("retry", "cancel")));
    }

    @Test
    void aVerbThatTheStateForbidsIsAConflict() {
        long id = enqueue("mail");

        post("operate", id + "/parts/ship/let-go")
                .statusCode(409)
                .body("type", is("urn:rowmill:flow-passed"))
                .body("detail", containsString("'ship' is not held"));
        post("operate", id + "/parts/nothing/let-go").statusCode(409);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "retry", "parts/ship/let-go"})
    void aFlowThatDoesNotExistIsNotFound(String verb) {
        post("operate", Long.MAX_VALUE + "/" + verb).statusCode(404).body("type", is("urn:rowmill:flow-not-found"));
        get(Long.MAX_VALUE).statusCode(404).body("type", is("urn:rowmill:flow-not-found"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "retry", "parts/ship/let-go"})
    void aCallerNeedsTheRightToEachQueueOfTheFlow(String verb) {
        long own = enqueue("mail");
        post("mail", own + "/" + verb).statusCode(not(403));
        long other = flows.enqueue(Flow.chain(name + "-2", later("mail"), later("secret")))
                .id();

        post("mail", other + "/" + verb).statusCode(403).body("detail", not(containsString("secret")));

        as("mail").get(FLOWS + "/" + own).then().statusCode(200);
        as("mail").get(FLOWS + "/" + other).then().statusCode(403).body("detail", not(containsString("secret")));
        as("mail").get(FLOWS).then().statusCode(403);
    }
}
