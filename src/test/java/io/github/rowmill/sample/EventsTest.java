package io.github.rowmill.sample;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class EventsTest {

    private static final Event VIEW = new Event("ada", "page-view", 3);

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @Test
    void anEventIsStoredOnceThoughItsNodeDiesAndALeaseIsLost() {
        long id = queue.enqueue(NewTask.of("event", VIEW)).id();

        mill.crashOnce(id);
        mill.loseLeaseOnce(id);
        assertThat(rows.number("select count(*) from sample_event")).isZero();
        mill.drain();

        assertThat(rows.text("select string_agg(concat_ws(' ', task_id, account, name, n), ', ') from sample_event"))
                .isEqualTo(id + " ada page-view 3");
        assertThat(mill.tasks())
                .hasEnqueued("event")
                .withPayload(VIEW)
                .withStatus(TaskStatus.COMPLETED)
                .once();
    }

    @Test
    void anEventIsThereWhenTheEnqueueReturnsIfTasksRunInline() {
        try (var inline = mill.inline()) {
            queue.enqueue(NewTask.of("event", VIEW));
        }

        assertThat(rows.number("select count(*) from sample_event")).isEqualTo(1);
    }
}
