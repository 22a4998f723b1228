package io.github.rowmill.feature.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.store.NewColumnNames;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that a schedule carries each column of an enqueue to its tasks, or refuses it. A new column needs a line here.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class ScheduledColumnsTest extends RecurTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final NewTask TASK = NewTask.of("noop");

    /**
     * For each column, a task whose value is not the default. Columns that come from the caller, not from the task, are
     * left out.
     */
    private static final Map<String, NewTask> ASKED = Map.ofEntries(
            Map.entry("queue", TASK.queue("night")),
            Map.entry("type", NewTask.of("probe-short")),
            Map.entry("details", NewTask.ofJson("noop", "{\"n\": 7}")),
            Map.entry("priority", TASK.priority(-3)),
            Map.entry("key", TASK.key("a7")),
            Map.entry("max_attempts", TASK.maxAttempts(2)),
            Map.entry("run_at", TASK.runAt(Instant.parse("2090-01-01T00:00:00Z"))),
            Map.entry("delay", TASK.delay(HOUR)),
            Map.entry("timeout", TASK.timeout(HOUR)),
            Map.entry("tags", TASK.tags("a")),
            Map.entry("source", TASK.source("somebody")),
            Map.entry("unique_key", TASK.uniqueKey("k")),
            Map.entry("unique_while_queued", TASK.uniqueKey("k").uniqueWhileQueued()),
            Map.entry("unique_for", TASK.uniqueKey("k").uniqueFor(HOUR)),
            Map.entry("expires_at", TASK.expireAt(Instant.parse("2090-01-01T00:00:00Z"))),
            Map.entry("expire_after", TASK.expireAfter(HOUR)));

    @Inject
    TaskQueue queue;

    static Stream<String> columns() {
        return NewColumnNames.all().stream().filter(column -> !column.equals("context"));
    }

    @Test
    void noColumnOfAnEnqueueIsForgotten() {
        assertThat(new TreeSet<>(ASKED.keySet()))
                .isEqualTo(new TreeSet<>(columns().toList()));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void aScheduleCarriesOrRefusesEachColumn(String column) {
        NewTask task = ASKED.get(column);

        Throwable refused =
                catchThrowable(() -> schedules.create(NewSchedule.of(name, task).every(HOUR)));

        if (refused == null) {
            String enqueued = rows.of(queue.enqueue(task).id(), column);
            assertThat(rows.of(schedules.runNow(name), column)).isEqualTo(enqueued);
            assertThat(carried(column, NewTask.of("noop"))).isNotEqualTo(enqueued);
        } else {
            assertThat(refused).isInstanceOf(InvalidScheduleException.class).hasMessageContaining(column);
        }
    }

    /** Changes the task of the schedule, and returns a column of the next task that it creates. */
    private String carried(String column, NewTask task) {
        schedules.change(NewSchedule.of(name, task).every(HOUR));
        return rows.of(schedules.runNow(name), column);
    }

    @Test
    void theContextIsNoColumnOfASchedule() {
        assertThat(NewColumnNames.all()).contains("context");
        assertThat(List.of("context")).doesNotContainAnyElementsOf(NewColumnNames.ofSchedules());
    }
}
