package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the examples of docs/how-to/tasks-per-key.md. */
@QuarkusTest
@TestProfile(Examples.class)
class KeysExampleTest {

    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @Singleton
    static class Syncs {

        record Sync(String customer, int n) {}

        private final List<String> done = new CopyOnWriteArrayList<>();
        private volatile boolean isDown;

        @Handles(value = "sync", queue = "crm", key = "customer", maxAttempts = 1)
        @Transactional
        void sync(Sync sync) {
            if (isDown && sync.customer().equals("a")) {
                throw new IllegalStateException("down");
            }
            done.add(sync.customer() + sync.n());
        }
    }

    @Inject
    Syncs syncs;

    @Inject
    TaskQueue tasks;

    @Inject
    Queues queues;

    @Inject
    Schedules schedules;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
        rows.execute("delete from rowmill_queue");
        syncs.done.clear();
        syncs.isDown = false;
    }

    private void enqueue(String customer, int count) {
        for (int n = 1; n <= count; n++) {
            tasks.enqueue(NewTask.of("sync", new Syncs.Sync(customer, n)));
        }
    }

    @Test
    void aTaskOfAScheduleGetsItsKeyFromThePayload() {
        schedules.create(NewSchedule.of("syncs", NewTask.of("sync", new Syncs.Sync("a", 1)))
                .every(Duration.ofHours(1)));
        try {
            assertThat(mill.task(schedules.runNow("syncs")).getKey()).isEqualTo("a");
        } finally {
            schedules.delete("syncs");
            mill.drain();
        }
    }

    @Test
    void aCustomersTasksRunOneAfterTheOther() {
        queues.change("crm", rules -> rules.ordered(true));
        enqueue("a", 3);
        enqueue("b", 3);

        mill.drain();

        assertThat(syncs.done.stream().filter(one -> one.startsWith("a"))).containsExactly("a1", "a2", "a3");
        assertThat(syncs.done.stream().filter(one -> one.startsWith("b"))).containsExactly("b1", "b2", "b3");
    }

    @Test
    void aDeadTaskBlocksItsKeyUntilItIsUnblocked() {
        queues.change("crm", rules -> rules.ordered(true).blocks(true));
        syncs.isDown = true;
        enqueue("a", 2);
        enqueue("b", 1);
        mill.drain();
        syncs.isDown = false;

        assertThat(syncs.done).containsExactly("b1");
        assertThat(queues.blocked("crm")).singleElement().satisfies(blocked -> {
            assertThat(blocked.key()).isEqualTo("a");
            assertThat(rows.of(blocked.task(), "status")).isEqualTo("dead");
        });

        assertThat(queues.unblock("crm", "a")).isEqualTo(1);
        mill.drain();

        assertThat(syncs.done).containsExactly("b1", "a2");
        assertThat(queues.blocked("crm")).isEmpty();
    }
}
