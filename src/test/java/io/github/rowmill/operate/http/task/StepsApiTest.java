package io.github.rowmill.operate.http.task;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.github.rowmill.operate.http.Guarded.by;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests steps and signals over REST. The type {@code keeping} declares their classes, with a sensitive field in each.
 */
@QuarkusTest
@TestProfile(Guarded.class)
class StepsApiTest {

    @Inject
    TaskQueue queue;

    @Inject
    Rows rows;

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_signal; delete from rowmill_step");
        rows.clear();
    }

    private long enqueue(String type) {
        NewTask task = NewTask.of(type).queue("mail").delay(Duration.ofDays(30));
        return queue.enqueue(task).id();
    }

    private void record(long task, String name, String kind, String more) {
        rows.execute(
                "insert into rowmill_step (task, name, kind, result, turn, until, done) values (%s, '%s', '%s', %s)"
                        .formatted(task, name, kind, more));
    }

    private static ValidatableResponse steps(RequestSpecification caller, long id) {
        return caller.get(Api.TASKS + "/" + id + "/steps").then();
    }

    @Test
    void stepsAndSignalsComeInTheirOrderWithMaskedValues() {
        long id = enqueue("keeping");
        record(id, "charge", "step", "'{\"number\": \"r-7\", \"card\": \"secret-card\"}', null, null, now()");
        record(id, "pages", "loop", "'7', 3, null, null");
        record(id, "nap", "sleep", "null, null, now() + interval '1 d', null");
        queue.signal(id, "decision", Map.of("granted", true, "reason", "secret-reason"));

        String body = steps(by("mail-payload"), id)
                .statusCode(200)
                .body("steps.name", is(List.of("charge", "pages", "nap")))
                .body("steps.kind", is(List.of("step", "loop", "sleep")))
                .body("steps[0].value.number", is("r-7"))
                .body("steps[0].done", notNullValue())
                .body("steps[0].hidden", nullValue())
                .body("steps[1].turns", is(3))
                .body("steps[1].value", is(7))
                .body("steps[2].until", notNullValue())
                .body("steps[2].value", nullValue())
                .body("steps[2].hidden", nullValue())
                .body("more", is(false))
                .body("signals", hasSize(1))
                .body("signals[0].name", is("decision"))
                .body("signals[0].payload.granted", is(true))
                .extract()
                .asString();

        assertThat(body).doesNotContain("secret-card", "secret-reason");
    }

    @Test
    void valuesNeedTheRightToSeePayloads() {
        long id = enqueue("keeping");
        record(id, "charge", "step", "'{\"number\": \"r-7\"}', null, null, now()");
        queue.signal(id, "decision", 7);

        steps(as("view"), id)
                .statusCode(200)
                .body("steps[0].value", nullValue())
                .body("steps[0].hidden", is("needs view-payload"))
                .body("signals[0].payload", nullValue())
                .body("signals[0].hidden", is("needs view-payload"));
    }

    @Test
    void aValueOfAnUnknownClassIsNotShown() {
        long id = enqueue("noop");
        record(id, "charge", "step", "'\"secret\"', null, null, now()");

        steps(as("payload"), id)
                .body("steps[0].value", nullValue())
                .body("steps[0].hidden", is("its class is not known on this node"));
    }

    @Test
    void aLongListEndsWithTheLastSteps() {
        long id = enqueue("keeping");
        rows.execute(
                "insert into rowmill_step (task, name, begun, done) select %s, 'mail-' || n, now() + n * interval '1 s', now() from generate_series(1, 101) n"
                        .formatted(id));

        steps(as("view"), id)
                .body("steps", hasSize(100))
                .body("steps[0].name", is("mail-2"))
                .body("steps[99].name", is("mail-101"))
                .body("more", is(true))
                .body("signals", empty());
    }

    @Test
    void stepsNeedTheRightToSeeTheTask() {
        long own = enqueue("noop");
        long other = Guarded.waiting(queue, "secret");

        steps(by("mail-payload"), own).statusCode(200).body("steps", empty());
        steps(by("mail-payload"), other).statusCode(403);
        steps(as("work"), own).statusCode(403);
        steps(as("anonymous"), own).statusCode(401);
        steps(as("view"), Long.MAX_VALUE).statusCode(404);
    }
}
