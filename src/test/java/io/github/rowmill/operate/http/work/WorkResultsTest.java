package io.github.rowmill.operate.http.work;

import static io.github.rowmill.operate.http.work.Lending.claim;
import static io.github.rowmill.operate.http.work.Lending.post;
import static io.github.rowmill.operate.http.work.Lending.settle;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskFailedException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Checks that results of remote workers are kept like those of handlers, and that callers that wait receive the end.
 */
@QuarkusTest
@TestProfile(Lending.class)
class WorkResultsTest {

    record Film(String place) {}

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    private final String queue = Api.fresh("results");

    private long enqueue() {
        return tasks.enqueue(NewTask.of(Lending.TYPE, Map.of("n", 7)).queue(queue))
                .id();
    }

    private String lease() {
        return claim("ada", queue).getString("tasks[0].lease");
    }

    /**
     * Waits for the result, and returns when the task is marked. A claim passes over a task while it is being marked.
     */
    private CompletableFuture<Film> wanted(long id) {
        CompletableFuture<Film> result = tasks.result(id, Film.class).toCompletableFuture();
        await().until(() -> rows.of(id, "coalesce(watched, false)").equals("t"));
        return result;
    }

    @Test
    void aWaitingCallerGetsTheResultOfTheWorker() throws Exception {
        long id = enqueue();
        CompletableFuture<Film> film = wanted(id);

        settle("ada", lease(), "\"succeeded\", \"result\": {\"place\": \"/films/7\"}");

        assertThat(film.get(4, TimeUnit.SECONDS)).isEqualTo(new Film("/films/7"));
        assertThat(rows.of(id, "result")).contains("rowmill:encrypted").doesNotContain("films");
        given().header("Authorization", "Bearer " + Lending.token("viewer"))
                .get("/rowmill/api/tasks/" + id + "/result")
                .then()
                .statusCode(200)
                .body("result.place", is("/films/7"));
    }

    @Test
    void aWaitingCallerGetsTheEndOfATaskWithoutResult() throws Exception {
        CompletableFuture<Film> nothing = wanted(enqueue());
        settle("ada", lease(), "\"succeeded\", \"result\": null");
        assertThat(nothing.get(4, TimeUnit.SECONDS)).isNull();

        CompletableFuture<Film> dead = wanted(enqueue());
        settle("ada", lease(), "\"gave-up\", \"error\": \"ValueError: no 7\"");
        assertThatThrownBy(() -> dead.get(4, TimeUnit.SECONDS)).hasCauseInstanceOf(TaskFailedException.class);
    }

    @Test
    void oneRequestSettlesTasksWithAndWithoutResults() {
        long plain = enqueue();
        long awaited = enqueue();
        long kept = enqueue();
        wanted(awaited);
        var leases = claim("ada", queue, ", \"room\": 3").getList("tasks.lease", String.class);
        assertThat(leases).hasSize(3);
        String verdicts = String.join(
                ",",
                leases.stream()
                        .map(lease -> "{\"lease\": \"%s\", \"outcome\": \"succeeded\"%s}"
                                .formatted(lease, lease.startsWith(kept + ":") ? ", \"result\": 7" : ""))
                        .toList());

        post("ada", "settle", "{\"verdicts\": [%s]}".formatted(verdicts))
                .statusCode(200)
                .body("written.size()", is(3));

        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and id in (%s, %s, %s)"
                        .formatted(plain, awaited, kept)))
                .isEqualTo(3);
        assertThat(rows.of(kept, "result is not null")).isEqualTo("t");
        assertThat(rows.of(plain, "result is null")).isEqualTo("t");
    }

    @Test
    void aResultThatCannotBeKeptIsRefusedByItsField() {
        long id = enqueue();
        String lease = lease();
        String large = "\"%s\"".formatted("x".repeat(300_000));

        refused(
                lease,
                "\"succeeded\", \"result\": " + large,
                "must have at most 262144 bytes (rowmill.result.max-size)");
        refused(lease, "\"succeeded\", \"result\": \"\\u0000\"", "must not hold U+0000");
        refused(lease, "\"snoozed\", \"delay\": \"1s\", \"result\": 7", "is only for succeeded");

        assertThat(rows.of(id, "status")).isEqualTo("executing");
        assertThat(settle("ada", lease, "\"succeeded\"").getList("written")).containsExactly(lease);
    }

    private static void refused(String lease, String end, String message) {
        post("ada", "settle", "{\"verdicts\": [{\"lease\": \"%s\", \"outcome\": %s}]}".formatted(lease, end))
                .statusCode(400)
                .body("violations[0].field", is("verdicts[0].result"))
                .body("violations[0].message", containsString(message));
    }
}
