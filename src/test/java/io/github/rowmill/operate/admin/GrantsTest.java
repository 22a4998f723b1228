package io.github.rowmill.operate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.access.Grant;
import io.github.rowmill.task.TaskChange;
import io.quarkus.arc.Arc;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a caller with several grants. Each grant gives its permissions only in its own queues and types. */
@QuarkusTest
class GrantsTest {

    private static final String HIDDEN = "of the payload";

    @Inject
    CurrentCaller caller;

    @Inject
    TaskQueue queue;

    @Inject
    AdminTasks tasks;

    @Inject
    AdminChanges changes;

    @Inject
    AdminQueues queues;

    @Inject
    TaskViews views;

    private final String mine = "mine-" + UUID.randomUUID();
    private final String other = "other-" + UUID.randomUUID();

    @BeforeEach
    void signIn() {
        Arc.container().requestContext().activate();
        caller.set(new Caller(
                "bert",
                true,
                List.of(
                        new Grant(Permission.VIEW.all(), null, null),
                        new Grant(Permission.ADMIN.all(), Set.of(mine), null),
                        new Grant(Permission.OPERATE.all(), Set.of(other), Set.of("noop"))),
                null));
    }

    @AfterEach
    void leave() {
        Arc.container().requestContext().terminate();
    }

    private long waiting(String name) {
        return queue.enqueue(
                        NewTask.of("noop", Map.of("word", HIDDEN)).queue(name).delay(Duration.ofDays(30)))
                .id();
    }

    @Test
    void aPermissionInOneQueueDoesNotHoldInAnother() {
        long third = waiting("third-" + UUID.randomUUID());

        assertThat(views.find(third).payload()).isNull();
        assertThatThrownBy(() -> tasks.cancel(third, Versions.ANY))
                .isInstanceOf(DeniedException.class)
                .hasMessageContaining("lacks the permission operate in the queue");
        assertThatThrownBy(() -> queues.pause(other, null)).isInstanceOf(DeniedException.class);
        queues.pause(other, "noop");
        queues.resume(other, "noop");
        queues.pause(mine, null);
        queues.delete(mine);
    }

    @Test
    void aListShowsPayloadsWhereTheyMayBeSeen() {
        long shown = waiting(mine);
        long hidden = waiting(other);

        List<TaskView> page = views.page(TaskFilter.ALL, 100).tasks();

        assertThat(page)
                .filteredOn(view -> view.task().getId() == shown)
                .singleElement()
                .satisfies(view -> assertThat(view.payload()).contains(HIDDEN));
        assertThat(page)
                .filteredOn(view -> view.task().getId() == hidden)
                .singleElement()
                .satisfies(view -> assertThat(view.payload()).isNull());
    }

    @Test
    void severalGrantsShowOnlyTheirQueuesAndTypes() {
        long first = waiting(mine);
        long second = waiting(other);
        long third = waiting("third-" + UUID.randomUUID());
        caller.set(new Caller(
                "bert",
                true,
                List.of(
                        new Grant(Permission.VIEW.all(), Set.of(mine), null),
                        new Grant(Permission.VIEW.all(), Set.of(other), Set.of("noop")),
                        new Grant(Permission.VIEW.all(), null, Set.of("elsewhere"))),
                null));

        assertThat(views.page(TaskFilter.ALL, 1000).tasks())
                .extracting(view -> view.task().getId())
                .contains(first, second)
                .doesNotContain(third);
        assertThat(views.count(TaskFilter.ALL).number()).isEqualTo(2);
    }

    @Test
    void aHiddenPayloadIsNotMovedToAQueueWhereItIsVisible() {
        long id = waiting(other);

        assertThatThrownBy(() -> changes.change(id, Versions.ANY, move(mine)))
                .isInstanceOf(DeniedException.class)
                .hasMessageContaining("view-payload");
        assertThat(views.find(id).task().getQueue()).isEqualTo(other);

        long back = waiting(mine);
        assertThat(changes.change(back, Versions.ANY, move(other)).payload()).isNull();
    }

    private static TaskChange move(String to) {
        return new TaskChange(to, null, null, null, null, null);
    }
}
