package io.github.rowmill.operate.http.result;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.feature.await.AwaitedTasks;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests for results over HTTP. They are answered at once, or when the result is available. */
@QuarkusTest
@TestProfile(ByHand.class)
class ResultApiTest extends EngineTest {

    record Receipt(String number) {}

    @Inject
    AwaitedTasks awaited;

    @Inject
    ResultWaits waits;

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        callers.shutdownNow();
        await().atMost(Duration.ofSeconds(30)).until(() -> waits.size() == 0 && awaited.size() == 0);
    }

    private long enqueue(Object result) {
        return queue.enqueue(NewTask.of("probe", probes.behave(task -> result))).id();
    }

    private static ValidatableResponse get(long id, String query) {
        return given().get(Api.TASKS + "/" + id + "/result" + query).then();
    }

    private CompletableFuture<ValidatableResponse> waiting(long id, String time) {
        int before = waits.size();
        CompletableFuture<ValidatableResponse> answer =
                CompletableFuture.supplyAsync(() -> get(id, "?wait=" + time), callers);
        await().atMost(Duration.ofSeconds(30)).until(() -> waits.size() > before || answer.isDone());
        return answer;
    }

    private static ValidatableResponse answer(CompletableFuture<ValidatableResponse> waiting) throws Exception {
        return waiting.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aCompletedTaskIsAnsweredAtOnce() {
        long id = enqueue(new Receipt("r-7"));
        long none = enqueue(null);
        mill.drain();

        get(id, "?wait=30s")
                .statusCode(200)
                .body("id", Api.isId(id))
                .body("status", is("completed"))
                .body("result.number", is("r-7"));
        get(none, "").statusCode(200).body("result", nullValue());
        Api.get(id).body("result.number", is("r-7"));
        given().get(Api.TASKS + "?q=id:" + id).then().body("tasks[0].result", nullValue());
    }

    @Test
    void aTaskThatHasNotEndedIsAnswered202() throws Exception {
        long id = enqueue(null);

        get(id, "").statusCode(202).body("status", is("queued")).body("result", nullValue());
        answer(waiting(id, "300ms")).statusCode(202);
        assertThat(waits.size()).isZero();
        mill.drain();
    }

    @Test
    void aRequestWaitsForTheResult() throws Exception {
        long id = enqueue(new Receipt("r-8"));
        CompletableFuture<ValidatableResponse> waiting = waiting(id, "30s");

        mill.drain();

        answer(waiting).statusCode(200).body("result.number", is("r-8"));
    }

    @Test
    void aDeadOrCancelledTaskHasNoResult() throws Exception {
        long dead = enqueue(Outcome.giveUp(new IllegalStateException("card declined")));
        long cancelled = enqueue(null);
        CompletableFuture<ValidatableResponse> waiting = waiting(dead, "30s");

        queue.cancel(cancelled);
        mill.drain();

        answer(waiting)
                .statusCode(409)
                .body("type", containsString("no-result"))
                .body("detail", containsString("card declined"));
        get(dead, "").statusCode(409);
        get(cancelled, "?wait=1s").statusCode(409).body("detail", containsString("cancelled"));
    }

    @Test
    void aTaskThatIsDeletedOrUnknownIs404() throws Exception {
        long id = enqueue(null);
        CompletableFuture<ValidatableResponse> waiting = waiting(id, "30s");
        await().until(() -> "t".equals(rows.of(id, "watched")));

        rows.execute("delete from rowmill_task where id = " + id);

        answer(waiting).statusCode(404);
        get(id, "?wait=30s").statusCode(404);
    }

    @Test
    void aWaitEndsWith202WhenTheTaskMoves() throws Exception {
        long id = enqueue(new Receipt("r-9"));
        CompletableFuture<ValidatableResponse> waiting = waiting(id, "30s");

        rows.execute("update rowmill_task set queue = 'other' where id = " + id);
        mill.drain();

        answer(waiting).statusCode(202).body("result", nullValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1s", "61s", "2m", "1h", "99999999s", "30", "PT30S"})
    void aWrongTimeIsRefused(String time) {
        long id = enqueue(null);

        get(id, "?wait=" + time).statusCode(400).body("violations[0].field", is("wait"));
        mill.drain();
    }

    @Test
    void aCallerHasAtMostAHundredWaitingRequests() throws Exception {
        long id = enqueue(null);
        List<ResultWaits.Wait> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(waits.begin("one", id));
        }

        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> waits.begin("one", id)))
                .hasMessageContaining("100 requests of the caller 'one'");
        all.add(waits.begin("other", id));
        all.get(0).close();
        all.get(0).close();
        all.add(waits.begin("one", id));

        all.forEach(ResultWaits.Wait::close);
        assertThat(waits.size()).isZero();
        mill.drain();
    }

    @Test
    void aWaitHoldsNoThread() throws Exception {
        long id = enqueue(new Receipt("r-1"));
        List<CompletableFuture<ValidatableResponse>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(waiting(id, "30s"));
        }
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("executor-thread"))
                        .filter(thread -> java.util.Arrays.stream(thread.getStackTrace())
                                .anyMatch(frame -> frame.getClassName().contains("ResultResource"))))
                .isEmpty();

        mill.drain();

        for (CompletableFuture<ValidatableResponse> one : all) {
            answer(one).statusCode(200);
        }
    }
}
