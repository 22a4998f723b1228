package io.github.rowmill.engine.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.operate.observe.Log;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests verdicts that the database refuses. A verdict that is itself the cause blocks no other. If the database is at
 * fault, verdicts are written later.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class RefusedVerdictsTest extends EngineTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int BAD = 5;
    private static final int GOOD = 5;

    @Inject
    HandClaims claims;

    @Inject
    Settler settler;

    @Inject
    Heard heard;

    /** Refuses, with an SQL state, the update that ends an attempt if {@code condition} holds. */
    private void refuse(String condition, String state) {
        rows.refuse("update", "new.status <> 'executing' and " + condition, state);
    }

    @AfterEach
    void accept() {
        rows.refuseNothing();
        heard.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"22P05", "23514", "42501", "54000", "P0001"})
    void aRefusedVerdictDoesNotBlockOtherVerdicts(String state) {
        refuse("new.error like '%bad%'", state);
        List<Claimed> tasks = claim(BAD + GOOD);

        IntStream.range(0, BAD).forEach(i -> fail(tasks.get(i), "bad"));
        IntStream.range(BAD, BAD + GOOD).forEach(i -> fail(tasks.get(i), "good"));

        await().atMost(SOON)
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'queued'") == GOOD);
    }

    @Test
    void aRefusedVerdictIsLoggedAndLeavesTheTaskExecuting() {
        refuse("new.error like '%bad%'", "P0001");
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    throw new IllegalStateException("bad");
                })))
                .id();
        try (Log log = Log.listen()) {
            mill.runOnce();

            await().atMost(SOON).until(() -> log.text().contains("the task is recovered when its lease ends"));
            assertThat(log.text()).contains("ERROR").contains("id=" + id).contains("refused by a test");
        }
        assertThat(heard.of(TaskEvent.VerdictRefused.class))
                .singleElement()
                .satisfies(refused -> assertThat(refused.id()).isEqualTo(id));
        assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
        assertThat(rows.of(id, "status")).isEqualTo("executing");
    }

    @Test
    void aFailureWhoseTextIsRefusedIsRecordedInAscii() {
        refuse("new.error ~ '[^ -~]'", "22P05");
        Claimed task = claim(1).get(0);

        fail(task, "caf\u00e9\r");

        await().atMost(SOON).until(() -> rows.of(task.id(), "status").equals("queued"));
        assertThat(rows.of(task.id(), "error")).isEqualTo("java.lang.IllegalStateException: caf??");
        assertThat(rows.text("select stack_trace from rowmill_attempt where task = " + task.id()))
                .startsWith("java.lang.IllegalStateException: caf??\n")
                .matches("[\\n\\t -~]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "53100", "57014", "25006", "08006"})
    void aVerdictWaitsForAnUnavailableDatabase(String state) {
        refuse("true", state);
        List<Claimed> tasks = claim(GOOD);
        tasks.forEach(task -> fail(task, "good"));
        await().atMost(SOON).until(() -> heard.of(TaskEvent.RoundFailed.class).size() >= 12);

        accept();

        await().atMost(SOON)
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'queued'") == GOOD);
        assertThat(heard.of(TaskEvent.VerdictRefused.class)).isEmpty();
    }

    private List<Claimed> claim(int tasks) {
        IntStream.range(0, tasks).forEach(i -> queue.enqueue(NewTask.of("noop")));
        heard.clear();
        return claims.claim("default", Set.of("noop"), tasks);
    }

    private void fail(Claimed task, String message) {
        settler.settle(failed(task, message));
    }

    private static Settlement failed(Claimed task, String message) {
        return Settlement.of(
                task, new Outcome.Retry(new IllegalStateException(message), Duration.ofHours(1)), Duration.ZERO);
    }
}
