package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Tests a node that works on some queues and types only, has a name, and keeps no completed tasks. */
@QuarkusTest
@TestProfile(Special.class)
class SpecialNodeTest extends EngineTest {

    /** Records the events of this node's claims. */
    @Singleton
    static class ClaimEvents {

        private final List<TaskEvent.Claimed> claims = new CopyOnWriteArrayList<>();

        void onClaimed(@Observes TaskEvent.Claimed claimed) {
            claims.add(claimed);
        }

        List<TaskEvent.Claimed> claims() {
            return claims;
        }

        void clear() {
            claims.clear();
        }
    }

    @Inject
    ClaimEvents events;

    @Test
    void aTaskIsDeletedAtItsVerdictIfCompletedTasksAreNotKept() {
        queue.enqueue(NewTask.of("noop"));
        long event = queue.enqueue(NewTask.ofJson("event", "{\"account\":\"a\",\"name\":\"n\",\"n\":1}"))
                .id();

        assertThat(mill.drain()).isEqualTo(2);

        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
        assertThat(rows.number("select count(*) from sample_event where task_id = " + event))
                .isEqualTo(1);
    }

    @Test
    void aTaskThatFailsIsKept() {
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    throw new IllegalStateException();
                })))
                .id();

        mill.drain();

        assertThat(rows.of(id, "status || ' ' || max_attempts")).isEqualTo("dead 1");
        assertThat(rows.text("select operator from rowmill_attempt where task = " + id))
                .isEqualTo("special");
    }

    @Test
    void tasksOfOtherQueuesAndTypesAreLeftAlone() {
        long otherQueue = queue.enqueue(NewTask.of("noop").queue("nightly")).id();
        long otherType = queue.enqueue(NewTask.of("probe-bean")).id();
        long quarantined = queue.enqueue(NewTask.of("noop").queue("nightly")).id();
        rows.execute("update rowmill_task set crashes = 2 where id = " + quarantined);
        queue.enqueue(NewTask.of("noop").queue("mail"));

        assertThat(mill.drain()).isEqualTo(1);

        for (long id : new long[] {otherQueue, otherType, quarantined}) {
            assertThat(rows.of(id, "status || attempts")).isEqualTo("queued0");
        }
    }

    @Test
    void noClaimTakesMoreThanTheBatch() {
        for (int i = 0; i < 5; i++) {
            queue.enqueue(NewTask.of("noop"));
        }
        events.clear();

        mill.drain();

        assertThat(events.claims()).isNotEmpty().allMatch(claim -> claim.wanted() <= 2 && claim.count() <= 2);
    }
}
