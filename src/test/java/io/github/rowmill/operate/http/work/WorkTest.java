package io.github.rowmill.operate.http.work;

import static io.github.rowmill.operate.http.work.Lending.claim;
import static io.github.rowmill.operate.http.work.Lending.post;
import static io.github.rowmill.operate.http.work.Lending.renew;
import static io.github.rowmill.operate.http.work.Lending.settle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a remote worker holds a task as a node does: by its lease, and under the fence. */
@QuarkusTest
@TestProfile(Lending.class)
class WorkTest {

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    private final String queue = Api.fresh("work");

    private long enqueue() {
        return tasks.enqueue(NewTask.of(Lending.TYPE, Map.of("n", 7)).queue(queue))
                .id();
    }

    private String lease(String worker) {
        return claim(worker, queue).getString("tasks[0].lease");
    }

    private String status(long id) {
        return rows.of(id, "status");
    }

    @Test
    void aClaimReturnsTheTaskWithItsDecryptedPayload() {
        long id = enqueue();
        assertThat(rows.of(id, "details")).contains("rowmill:encrypted");

        JsonPath task = claim("ada", queue);

        assertThat(task.getString("tasks[0].lease")).isEqualTo(id + ":" + rows.of(id, "version"));
        assertThat(task.getMap("tasks[0]"))
                .containsEntry("id", (int) id)
                .containsEntry("type", Lending.TYPE)
                .containsEntry("queue", queue)
                .containsEntry("payload", Map.of("n", 7))
                .containsEntry("attempt", 1)
                .containsEntry("maxAttempts", 2)
                .containsEntry("leaseFor", "PT30S")
                .containsEntry("traceparent", null)
                .containsEntry("alone", false)
                .containsKey("timeout");
        assertThat(rows.of(id, "operator_id")).isEqualTo(Lending.NAME_OF_ADA);
    }

    @Test
    void aTaskOfATypeWithoutHandlerHasItsConfiguredQueue() {
        long id = tasks.enqueue(NewTask.of(Lending.TYPE, Map.of())).id();

        assertThat(rows.of(id, "queue")).isEqualTo("media");
        assertThat(rows.of(id, "max_attempts")).isEqualTo("2");
        rows.execute("delete from rowmill_task where id = " + id);
    }

    @Test
    void aVerdictThatIsSentTwiceIsReportedAsWrittenTwice() {
        long id = enqueue();
        String lease = lease("ada");

        JsonPath first = settle("ada", lease, "\"succeeded\"");
        JsonPath second = settle("ada", lease, "\"succeeded\"");

        assertThat(first.getList("written")).containsExactly(lease);
        assertThat(second.getList("written")).containsExactly(lease);
        assertThat(status(id)).isEqualTo("completed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"succeeded\"", "\"failed\", \"error\": \"no\""})
    void aVerdictThatTheDatabaseRefusesBlocksNoOtherVerdict(String outcome) {
        long bad = enqueue();
        String badLease = lease("ada");
        long good = enqueue();
        String goodLease = lease("ada");
        rows.refuse("update", "new.status <> 'executing' and new.id = " + bad, "P0001");
        try {
            String verdict = "{\"lease\": \"%s\", \"outcome\": %s}";
            post(
                            "ada",
                            "settle",
                            "{\"verdicts\": [%s, %s]}"
                                    .formatted(
                                            verdict.formatted(badLease, outcome),
                                            verdict.formatted(goodLease, outcome)))
                    .statusCode(409);
        } finally {
            rows.refuseNothing();
        }
        assertThat(status(bad)).isEqualTo("executing");
        assertThat(status(good)).isNotEqualTo("executing");
    }

    @Test
    void aSuccessForAnIdWithoutATaskIsStale() {
        long id = enqueue();
        String lease = lease("ada");
        rows.execute("delete from rowmill_task where id = " + id);

        assertThat(settle("ada", lease, "\"succeeded\"").getList("stale")).containsExactly(lease);
    }

    @Test
    void aWorkerCannotSettleOrRenewTheTaskOfAnotherWorker() {
        long id = enqueue();
        String lease = lease("ada");

        assertThat(settle("bob", lease, "\"succeeded\"").getList("stale")).containsExactly(lease);
        assertThat(renew("bob", lease).getString("stop.'" + lease + "'")).isEqualTo("lost");
        assertThat(status(id)).isEqualTo("executing");
        assertThat(renew("ada", lease).getList("kept")).containsExactly(lease);
    }

    @Test
    void aFailureIsRecordedAndRetriedWithTheBackoffOfItsType() {
        long id = enqueue();
        String lease = lease("ada");
        String failed = "\"failed\", \"error\": \"ValueError: no 7\", \"trace\": \"at line 3\"";

        assertThat(settle("ada", lease, failed).getList("written")).containsExactly(lease);

        assertThat(settle("ada", lease, failed).getList("written")).containsExactly(lease);
        assertThat(settle("ada", lease, "\"succeeded\"").getList("stale")).containsExactly(lease);
        assertThat(status(id)).isEqualTo("queued");
        assertThat(rows.number("select round(extract(epoch from run_at - now())) from rowmill_task where id = " + id))
                .isBetween(2000L, 5000L);
        assertThat(rows.text("select operator || '|' || error || '|' || stack_trace from rowmill_attempt where task = "
                        + id))
                .isEqualTo(Lending.NAME_OF_ADA + "|ValueError: no 7|at line 3");
    }

    @Test
    void aTaskIsDeadAfterItsLastFailedAttempt() {
        long id = enqueue();
        settle("ada", lease("ada"), "\"failed\", \"error\": \"once\", \"delay\": \"0s\"");
        String lease = lease("ada");

        settle("ada", lease, "\"failed\", \"error\": \"twice\"");

        assertThat(status(id)).isEqualTo("dead");
        assertThat(rows.of(id, "error")).isEqualTo("twice");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"gave-up\", \"error\": \"never\" | dead | 1",
                "\"snoozed\", \"delay\": \"1h\" | queued | 0",
                "\"released\" | queued | 0"
            })
    void eachOutcomeHasItsState(String end, String status, int attempts) {
        long id = enqueue();
        String lease = lease("ada");

        assertThat(settle("ada", lease, end).getList("written")).containsExactly(lease);

        assertThat(settle("ada", lease, end).getList("written")).containsExactly(lease);
        assertThat(status(id)).isEqualTo(status);
        assertThat(rows.of(id, "attempts")).isEqualTo(String.valueOf(attempts));
    }

    @Test
    void theTaskOfASilentWorkerIsRecovered() {
        long id = enqueue();
        String lease = lease("ada");
        rows.execute("update rowmill_task set expiry = now() - interval '1 s' where id = " + id);

        await().atMost(Duration.ofSeconds(30)).until(() -> status(id).equals("queued"));

        assertThat(rows.of(id, "crashes")).isEqualTo("1");
        assertThat(renew("ada", lease).getString("stop.'" + lease + "'")).isEqualTo("lost");
        for (String end : List.of("\"succeeded\"", "\"released\"", "\"failed\", \"error\": \"late\"")) {
            assertThat(settle("ada", lease, end).getList("stale")).containsExactly(lease);
        }
        assertThat(status(id)).isEqualTo("queued");
    }

    @Test
    void aRenewalKeepsTheTask() {
        long id = enqueue();
        String lease = lease("ada");
        rows.execute("update rowmill_task set expiry = expiry - interval '20 s' where id = " + id);

        assertThat(renew("ada", lease).getList("kept")).containsExactly(lease);

        assertThat(rows.number("select round(extract(epoch from expiry - now())) from rowmill_task where id = " + id))
                .isBetween(11L, Lending.LEASE.toSeconds());
        assertThat(settle("ada", lease, "\"succeeded\"").getList("written")).containsExactly(lease);
    }

    @Test
    void aRenewalReportsACancelledTask() {
        long id = enqueue();
        String lease = lease("ada");
        tasks.cancel(id);

        assertThat(renew("ada", lease).getString("stop.'" + lease + "'")).isEqualTo("cancelled");
        assertThat(settle("ada", lease, "\"succeeded\"").getList("stale")).containsExactly(lease);
        assertThat(status(id)).isEqualTo("cancelled");
    }

    @Test
    void aRenewalAfterTheTimeoutEndsTheAttempt() {
        long id = tasks.enqueue(NewTask.of(Lending.TYPE, Map.of()).queue(queue).timeout(Duration.ofMillis(1)))
                .id();
        String lease = lease("ada");

        assertThat(renew("ada", lease).getString("stop.'" + lease + "'")).isEqualTo("timed-out");

        assertThat(status(id)).isEqualTo("queued");
        assertThat(rows.of(id, "error")).startsWith("timed out");
        assertThat(rows.of(id, "crashes")).isEqualTo("0");
        assertThat(settle("ada", lease, "\"failed\", \"error\": \"late\"").getList("stale"))
                .containsExactly(lease);
        assertThat(renew("ada", lease).getString("stop.'" + lease + "'")).isEqualTo("lost");
    }

    @Test
    void aSuspectComesAloneToAWorkerThatHoldsNothing() {
        enqueue();
        String other = lease("eve");
        long suspect = enqueue();
        rows.execute("update rowmill_task set crashes = 2 where id = " + suspect);
        enqueue();

        assertThat(claim("eve", queue, ", \"room\": 10").getList("tasks")).isEmpty();
        settle("eve", other, "\"succeeded\"");
        JsonPath alone = claim("eve", queue, ", \"room\": 10");

        assertThat(alone.getList("tasks")).hasSize(1);
        assertThat(alone.getLong("tasks[0].id")).isEqualTo(suspect);
        assertThat(alone.getBoolean("tasks[0].alone")).isTrue();
        assertThat(claim("eve", queue, ", \"room\": 10").getList("tasks")).isEmpty();
        assertThat(claim("bob", queue, ", \"room\": 10").getList("tasks")).hasSize(1);
        settle("eve", alone.getString("tasks[0].lease"), "\"succeeded\"");
        assertThat(status(suspect)).isEqualTo("completed");
    }

    @Test
    void aClaimObeysTheConcurrencyOfTheQueue() {
        rows.execute("insert into rowmill_queue (name, concurrency) values ('%s', 1)".formatted(queue));
        enqueue();
        enqueue();

        JsonPath first = claim("ada", queue, ", \"room\": 10");

        assertThat(first.getList("tasks")).hasSize(1);
        assertThat(claim("bob", queue).getList("tasks")).isEmpty();
        settle("ada", first.getString("tasks[0].lease"), "\"succeeded\"");
        assertThat(claim("bob", queue).getList("tasks")).hasSize(1);
        rows.execute("delete from rowmill_queue where name = '%s'".formatted(queue));
    }

    @Test
    void aClaimTakesTasksByPriorityUpToItsRoom() {
        rows.insert(TaskRow.of(Lending.TYPE).queue(queue).priority(5), 3);
        long first = rows.insert(TaskRow.of(Lending.TYPE).queue(queue).priority(-1));

        JsonPath some = claim("ada", queue, ", \"room\": 2");

        assertThat(some.getList("tasks")).hasSize(2);
        assertThat(some.getLong("tasks[0].id")).isEqualTo(first);
        assertThat(claim("ada", queue, ", \"room\": 100").getList("tasks")).hasSize(2);
    }

    @Test
    void theTraceOfTheEnqueueComesWithTheTask() {
        long id = enqueue();
        rows.execute(
                "update rowmill_task set context = '{\"trace\": {\"traceparent\": \"00-ab-cd-01\"}}' where id = " + id);

        assertThat(claim("ada", queue).getString("tasks[0].traceparent")).isEqualTo("00-ab-cd-01");
    }

    @Test
    void aPayloadThatThisNodeCannotDecryptFailsTheAttempt() {
        long id = enqueue();
        rows.execute(
                "update rowmill_task set details = '{\"rowmill:encrypted\": {\"key\": \"00000000\", \"data\": \"AAAA\"}}' where id = "
                        + id);

        assertThat(claim("ada", queue).getList("tasks")).isEmpty();

        assertThat(status(id)).isEqualTo("queued");
        assertThat(rows.of(id, "error")).contains("its key is '00000000'");
    }

    @Test
    void theListOfNodesHasTheWorkersThatHoldTasks() {
        enqueue();
        lease("ada");

        JsonPath nodes = RestAssured.given()
                .header("Authorization", "Bearer " + Lending.token("viewer"))
                .get("/rowmill/api/nodes")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();

        assertThat(nodes.getList("remoteWorkers.name")).contains(Lending.NAME_OF_ADA);
        assertThat(nodes.getInt("remoteWorkers.find { it.name == '%s' }.holds".formatted(Lending.NAME_OF_ADA)))
                .isPositive();
        String page = RestAssured.given()
                .header("Authorization", "Bearer " + Lending.token("viewer"))
                .get("/rowmill/nodes")
                .then()
                .statusCode(200)
                .extract()
                .asString();
        assertThat(page).contains("Remote workers with tasks").contains(Lending.NAME_OF_ADA);
    }

    @Test
    void manyVerdictsAreSettledAtOnce() {
        rows.insert(TaskRow.of(Lending.TYPE).queue(queue), 100);
        List<String> leases = claim("ada", queue, ", \"room\": 100").getList("tasks.lease");
        String verdicts = String.join(
                ",",
                leases.stream()
                        .map("{\"lease\": \"%s\", \"outcome\": \"succeeded\"}"::formatted)
                        .toList());

        JsonPath settled = Lending.post("ada", "settle", "{\"verdicts\": [" + verdicts + "]}")
                .statusCode(200)
                .extract()
                .jsonPath();

        assertThat(settled.getList("written")).hasSize(100);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and queue = '%s'"
                        .formatted(queue)))
                .isEqualTo(100);
    }
}
