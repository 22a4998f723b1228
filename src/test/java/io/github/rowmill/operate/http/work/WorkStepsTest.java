package io.github.rowmill.operate.http.work;

import static io.github.rowmill.operate.http.work.Lending.claim;
import static io.github.rowmill.operate.http.work.Lending.post;
import static io.github.rowmill.operate.http.work.Lending.settle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests steps that a remote worker records. A later attempt of any worker gets them with the task. */
@QuarkusTest
@TestProfile(Lending.class)
class WorkStepsTest {

    private static final String AGAIN = "\"failed\", \"error\": \"once\", \"delay\": \"0s\"";

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    private final String queue = Api.fresh("steps");

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_step");
    }

    private long enqueue() {
        return tasks.enqueue(NewTask.of(Lending.TYPE, Map.of("n", 7)).queue(queue))
                .id();
    }

    private String lease(String worker) {
        return claim(worker, queue).getString("tasks[0].lease");
    }

    private static ValidatableResponse step(String worker, String lease, String name, String result) {
        return post(worker, "step", "{\"lease\": \"%s\", \"name\": \"%s\"%s}".formatted(lease, name, result));
    }

    private long recorded(long task) {
        return rows.number("select count(*) from rowmill_step where task = " + task);
    }

    @Test
    void aLaterAttemptOfAnotherWorkerGetsTheSteps() {
        long id = enqueue();
        String lease = lease("ada");

        step("ada", lease, "upload", ", \"result\": {\"place\": \"/films/7\"}")
                .statusCode(200)
                .body("recorded.place", is("/films/7"));
        step("ada", lease, "mail", "").statusCode(200).body("recorded", nullValue());
        settle("ada", lease, AGAIN);

        Map<String, Object> steps = claim("bob", queue).getMap("tasks[0].steps");
        assertThat(steps)
                .containsOnlyKeys("upload", "mail")
                .containsEntry("upload", Map.of("place", "/films/7"))
                .containsEntry("mail", null);
        assertThat(rows.text("select cast(result as text) from rowmill_step where name = 'upload' and task = " + id))
                .contains("rowmill:encrypted")
                .doesNotContain("films");
    }

    @Test
    void aFirstAttemptHasNoSteps() {
        enqueue();

        assertThat(claim("ada", queue).getMap("tasks[0].steps")).isEmpty();
    }

    @Test
    void aStepIsRecordedOnceAndTheFirstValueStays() {
        long id = enqueue();
        String lease = lease("ada");
        step("ada", lease, "upload", ", \"result\": 1").statusCode(200).body("recorded", is(1));

        step("ada", lease, "upload", ", \"result\": 2").statusCode(200).body("recorded", is(1));

        assertThat(recorded(id)).isOne();
    }

    @Test
    void aWorkerWithoutTheLeaseRecordsNothing() {
        long id = enqueue();
        String lease = lease("ada");

        lost(step("bob", lease, "upload", ""));
        settle("ada", lease, AGAIN);
        lost(step("ada", lease, "upload", ""));
        String next = lease("ada");
        lost(step("ada", lease, "upload", ""));
        lost(step("ada", Long.MAX_VALUE / 10 + ":1", "upload", ""));

        assertThat(recorded(id)).isZero();
        step("ada", next, "upload", "").statusCode(200);
        tasks.cancel(id);
        lost(step("ada", next, "mail", ""));
        assertThat(recorded(id)).isOne();
    }

    private static void lost(ValidatableResponse answer) {
        answer.statusCode(409).body("type", is("urn:rowmill:lease-lost")).body("detail", containsString("the lease "));
    }

    @Test
    void theNameOfASleepIsNoNameOfAStep() {
        long id = enqueue();
        String lease = lease("ada");
        rows.execute(
                "insert into rowmill_step (task, name, kind, until) values (%s, 'nap', 'sleep', now())".formatted(id));

        step("ada", lease, "nap", "")
                .statusCode(400)
                .body("violations.field", is(List.of("name")))
                .body("violations[0].message", is("is recorded as a sleep; use another name"));
    }

    @Test
    void theStepsOfATaskHaveALimitTogether() {
        long id = enqueue();
        String lease = lease("ada");
        String large = ", \"result\": \"%s\"".formatted("x".repeat(170_000));
        for (int i = 0; i < 4; i++) {
            step("ada", lease, "part-" + i, large).statusCode(200);
        }

        step("ada", lease, "part-4", large)
                .statusCode(400)
                .body("violations.field", is(List.of("result")))
                .body("violations[0].message", containsString("1000000 bytes together"));

        assertThat(recorded(id)).isEqualTo(4);
        step("ada", lease, "part-0", large).statusCode(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"lease\": \"17:3\"}                                     | name",
                "{\"lease\": \"17:3\", \"name\": \"\"}                     | name",
                "{\"lease\": \"17\", \"name\": \"upload\"}                 | lease",
                "{\"name\": \"upload\"}                                    | lease",
                "{\"lease\": \"17:3\", \"name\": \"a\", \"result\": \"\\u0000\"} | result",
                "{\"lease\": \"17:3\", \"name\": \"a\", \"result\": {\"b\": \"\\u0000\"}} | result.b",
                "{\"lease\": \"17:3\", \"name\": \"a\", \"value\": 1}      | value"
            })
    void anInvalidRequestIsRefusedByField(String body, String field) {
        post("ada", "step", body).statusCode(400).body("violations.field", is(List.of(field)));
    }

    @Test
    void theResultOfAStepHasTheLimitOfResults() {
        step("ada", "17:3", "upload", ", \"result\": \"%s\"".formatted("x".repeat(300_000)))
                .statusCode(400)
                .body("violations.field", is(List.of("result")))
                .body("violations[0].message", containsString("rowmill.result.max-size"));
    }

    @Test
    void aStepNeedsTheWorkPermission() {
        enqueue();
        String lease = lease("ada");

        step("viewer", lease, "upload", "").statusCode(403);
    }
}
