package io.github.rowmill.operate.http.work;

import static io.github.rowmill.operate.http.work.Lending.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.feature.lend.LongPolls;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ExtractableResponse;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests claims that wait for a task. Each event that makes a task due wakes them. */
@QuarkusTest
@TestProfile(Lending.class)
class LongPollsTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    @Inject
    LongPolls polls;

    @TestHTTPResource("/")
    URI root;

    private final String queue = Api.fresh("poll");

    @BeforeEach
    void awaitNoWaitingClaim() {
        await().atMost(SOON).until(() -> polls.waiting() == 0);
    }

    private CompletableFuture<JsonPath> waiting(String worker, int others) {
        CompletableFuture<JsonPath> poll = Side.begin(() -> claim(worker, queue, ", \"wait\": \"30s\""));
        await().atMost(SOON).until(() -> polls.waiting() == others + 1);
        return poll;
    }

    private void assertComes(CompletableFuture<JsonPath> poll, long id) {
        assertThat(poll).succeedsWithin(SOON);
        assertThat(poll.join().getLong("tasks[0].id")).isEqualTo(id);
    }

    @Test
    void anEnqueueWakesAWaitingClaim() {
        CompletableFuture<JsonPath> poll = waiting("ada", 0);

        long id = tasks.enqueue(NewTask.of(Lending.TYPE, Map.of()).queue(queue)).id();

        assertComes(poll, id);
    }

    @Test
    void aTaskThatSqlInsertedIsFoundByPolling() {
        CompletableFuture<JsonPath> poll = waiting("ada", 0);

        long id = rows.insert(TaskRow.of(Lending.TYPE).queue(queue));

        assertComes(poll, id);
    }

    @Test
    void theEndOfATaskWakesAClaimOfAFullQueue() {
        rows.execute("insert into rowmill_queue (name, concurrency) values ('%s', 1)".formatted(queue));
        rows.insert(TaskRow.of(Lending.TYPE).queue(queue), 2);
        String lease = claim("ada", queue).getString("tasks[0].lease");
        CompletableFuture<JsonPath> poll = waiting("bob", 0);

        Lending.settle("ada", lease, "\"succeeded\"");

        assertThat(poll).succeedsWithin(SOON);
        assertThat(poll.join().getList("tasks")).hasSize(1);
        rows.execute("delete from rowmill_queue where name = '%s'".formatted(queue));
    }

    @Test
    void aClaimThatFindsNothingEndsInTime() {
        JsonPath none = claim("ada", queue, ", \"wait\": \"1s\"");

        assertThat(none.getList("tasks")).isEmpty();
        assertThat(polls.waiting()).isZero();
    }

    @Test
    void eachTaskGoesToOneOfTenWaitingClaims() {
        List<CompletableFuture<JsonPath>> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(waiting("ada", i));
        }

        rows.insert(TaskRow.of(Lending.TYPE).queue(queue), 10);

        Set<Long> ids = new HashSet<>();
        for (CompletableFuture<JsonPath> poll : all) {
            assertThat(poll).succeedsWithin(SOON);
            ids.add(poll.join().getLong("tasks[0].id"));
        }
        assertThat(ids).hasSize(10);
        rows.execute("delete from rowmill_task where queue = '%s'".formatted(queue));
    }

    @Test
    void aBrokenConnectionTakesNoTask() throws IOException {
        String body = "{\"types\": [\"encode\"], \"queues\": [\"%s\"], \"wait\": \"60s\"}".formatted(queue);
        String head =
                "POST /rowmill/api/work/claim HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n";
        try (Socket socket = new Socket(root.getHost(), root.getPort())) {
            socket.getOutputStream()
                    .write((head.formatted(Lending.token("ada"), body.length()) + body)
                            .getBytes(StandardCharsets.US_ASCII));
            await().atMost(SOON).until(() -> polls.waiting() == 1);
        }
        await().atMost(SOON).until(() -> polls.waiting() == 0);

        long id = tasks.enqueue(NewTask.of(Lending.TYPE, Map.of()).queue(queue)).id();

        assertThat(claim("bob", queue).getLong("tasks[0].id")).isEqualTo(id);
    }

    /** A suspect that has been due for 330 s keeps a busy worker from all other tasks for the next 310 s. */
    @Test
    void aSuspectDueForLongKeepsABusyWorkerFromNewTasks() {
        rows.insert(TaskRow.of(Lending.TYPE).queue(queue));
        String lease = claim("eve", queue).getString("tasks[0].lease");
        long suspect = rows.insert(TaskRow.of(Lending.TYPE).queue(queue));
        rows.execute("update rowmill_task set crashes = 2, run_at = now() - interval '330 s' where id = " + suspect);
        CompletableFuture<JsonPath> poll = Side.begin(() -> claim("eve", queue, ", \"room\": 10, \"wait\": \"4s\""));
        await().atMost(SOON).until(() -> polls.waiting() == 1);

        long other =
                tasks.enqueue(NewTask.of(Lending.TYPE, Map.of()).queue(queue)).id();

        assertThat(poll).succeedsWithin(SOON);
        assertThat(poll.join().getList("tasks")).isEmpty();
        assertThat(rows.of(other, "status")).isEqualTo("queued");
        Lending.settle("eve", lease, "\"succeeded\"");
        rows.execute("delete from rowmill_task where queue = '%s'".formatted(queue));
    }

    @Test
    void twoThousandTasksAreClaimedOnceEach() {
        int count = 2_000;
        rows.insert(TaskRow.of(Lending.TYPE).queue(queue), count);
        List<CompletableFuture<List<Integer>>> workers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String worker = i % 2 == 0 ? "ada" : "bob";
            workers.add(Side.begin(() -> workUntilNoneIsLeft(worker)));
        }

        List<Integer> all = new ArrayList<>();
        for (CompletableFuture<List<Integer>> worker : workers) {
            assertThat(worker).succeedsWithin(Duration.ofSeconds(120));
            all.addAll(worker.join());
        }

        assertThat(all).hasSize(count).doesNotHaveDuplicates();
        assertThat(rows.number(
                        "select count(*) from rowmill_task where status = 'completed' and attempts = 1 and queue = '%s'"
                                .formatted(queue)))
                .isEqualTo(count);
    }

    private List<Integer> workUntilNoneIsLeft(String worker) {
        List<Integer> done = new ArrayList<>();
        JsonPath some = claim(worker, queue, ", \"room\": 20, \"wait\": \"1s\"");
        while (!some.getList("tasks").isEmpty()) {
            List<String> leases = some.getList("tasks.lease");
            String verdicts = String.join(
                    ",",
                    leases.stream()
                            .map("{\"lease\": \"%s\", \"outcome\": \"succeeded\"}"::formatted)
                            .toList());
            assertThat(settled(worker, "{\"verdicts\": [" + verdicts + "]}")).hasSameSizeAs(leases);
            done.addAll(some.<Integer>getList("tasks.id"));
            some = claim(worker, queue, ", \"room\": 20, \"wait\": \"1s\"");
        }
        return done;
    }

    /** Settles, and tries again after 503. A caller has one request at work at a time, and the others wait briefly. */
    private static List<String> settled(String worker, String verdicts) {
        ExtractableResponse<Response> answer =
                Lending.post(worker, "settle", verdicts).extract();
        while (answer.statusCode() == 503) {
            answer = Lending.post(worker, "settle", verdicts).extract();
        }
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.jsonPath().getList("written");
    }
}
