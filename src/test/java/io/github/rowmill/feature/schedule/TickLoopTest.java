package io.github.rowmill.feature.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.BusyNode;
import io.github.rowmill.feature.schedule.store.Ticks;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the tick loop of a node that works by itself. */
@QuarkusTest
@TestProfile(BusyNode.class)
class TickLoopTest extends RecurTest {

    @Inject
    Loops loops;

    @Inject
    Ticks ticks;

    @Inject
    TaskEvents events;

    @Inject
    NodeState node;

    @Test
    void aNewScheduleWakesTheLoopAndItsTasksRun() {
        schedules.create(NewSchedule.of(name, NewTask.of("noop")).every(Duration.ofSeconds(1)));

        await().atMost(Duration.ofSeconds(9))
                .until(() ->
                        rows.number("select count(*) from rowmill_task where status = 'completed' and schedule = '%s'"
                                        .formatted(name))
                                >= 3);
    }

    @Test
    void aTickLoopRunsAtOnceAfterItsStart() {
        SettableTicker time = new SettableTicker();
        Loops own = new Loops(events, time);
        TickLoop declared = new TickLoop(ticks, events, node, own);
        time.pass(Duration.ofSeconds(5));

        declared.start(new StartupEvent());

        await().until(() -> own.pulses(Set.of(Loops.Kind.REGULAR)).get("tick").silence(), Duration.ZERO::equals);
        own.stop();
    }

    @Test
    void theTickLoopReportsAPulse() {
        assertThat(loops.pulses(Set.of(Loops.Kind.REGULAR))).containsKey("tick");
    }
}
