package io.github.rowmill.engine.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.NewRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnqueuedEventsTest {

    private static final Enqueued NEW = new Enqueued(1, Result.NEW);
    private static final Enqueued DUPLICATE = new Enqueued(1, Result.EXISTING);

    @Test
    void eachQueueAndTypeGetsOneEventInOrderOfItsFirstTask() {
        List<NewRow> rows = List.of(due("b", "x"), due("a", "x"), due("b", "x"), due("b", "y"));

        assertThat(EnqueuedEvents.of(rows, List.of(NEW, NEW, NEW, NEW)))
                .containsExactly(
                        new TaskEvent.Enqueued("b", "x", 2, 0, true, List.of(1L, 1L)),
                        new TaskEvent.Enqueued("a", "x", 1, 0, true, List.of(1L)),
                        new TaskEvent.Enqueued("b", "y", 1, 0, true, List.of(1L)));
    }

    @Test
    void duplicatesAreCountedApart() {
        List<NewRow> rows = List.of(due("a", "x"), due("a", "x"));

        assertThat(EnqueuedEvents.of(rows, List.of(DUPLICATE, NEW)))
                .containsExactly(new TaskEvent.Enqueued("a", "x", 1, 1, true, List.of(1L)));
    }

    @Test
    void aDuplicateAloneWakesNoNode() {
        assertThat(EnqueuedEvents.of(List.of(due("a", "x")), List.of(DUPLICATE)))
                .containsExactly(new TaskEvent.Enqueued("a", "x", 0, 1, false, List.of()));
    }

    @Test
    void aLaterTaskWakesNoNode() {
        assertThat(EnqueuedEvents.of(
                        List.of(row("a", "x", Instant.EPOCH, null), row("a", "y", null, Duration.ofSeconds(1))),
                        List.of(NEW, NEW)))
                .containsExactly(
                        new TaskEvent.Enqueued("a", "x", 1, 0, false, List.of(1L)),
                        new TaskEvent.Enqueued("a", "y", 1, 0, false, List.of(1L)));
    }

    @Test
    void oneDueTaskAmongLaterTasksWakesANode() {
        List<NewRow> rows = List.of(row("a", "x", null, Duration.ofSeconds(1)), due("a", "x"));

        assertThat(EnqueuedEvents.of(rows, List.of(NEW, NEW)))
                .containsExactly(new TaskEvent.Enqueued("a", "x", 2, 0, true, List.of(1L, 1L)));
    }

    @Test
    void aTaskWithADelayOfZeroIsDue() {
        assertThat(EnqueuedEvents.of(List.of(row("a", "x", null, Duration.ZERO)), List.of(NEW)))
                .containsExactly(new TaskEvent.Enqueued("a", "x", 1, 0, true, List.of(1L)));
    }

    @Test
    void anEmptyEnqueueHasNoEvent() {
        assertThat(EnqueuedEvents.of(List.of(), List.of())).isEmpty();
    }

    private static NewRow due(String queue, String type) {
        return row(queue, type, null, null);
    }

    private static NewRow row(String queue, String type, @Nullable Instant runAt, @Nullable Duration delay) {
        NewTask task = NewTask.of(type);
        NewTask timed = runAt != null ? task.runAt(runAt) : delay != null ? task.delay(delay) : task;
        return new NewRow(timed, queue, "{}", 10, null, null, null);
    }
}
