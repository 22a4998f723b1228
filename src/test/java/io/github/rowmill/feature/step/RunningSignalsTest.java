package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.RarePolls;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests signals on a running node. Its poll is so rare that only signals explain early starts. */
@QuarkusTest
@TestProfile(RarePolls.class)
class RunningSignalsTest extends StepTest {

    private static final Duration SOON = Duration.ofSeconds(9);

    @Override
    @BeforeEach
    protected void clear() {
        mill.clear();
    }

    @Test
    void aTaskThatWaitsRunsSoonAfterItsSignal() {
        long id = enqueue("probe", task -> {
            Optional<Decision> said = task.awaitSignal("decision", Decision.class, Duration.ofDays(3));
            done.add(String.valueOf(said.orElseThrow().granted()));
            return null;
        });
        await().atMost(SOON).until(() -> "decision".equals(rows.of(id, "awaits")));

        queue.signal(id, "decision", new Decision(true));

        await().atMost(SOON).until(() -> state(id).equals("completed 1"));
    }

    /** No event announces the first signal, so only the sweep of the running node finds it. The next sweep is late. */
    @Test
    void aSweepFindsASignalAndALockedTaskNeedsNoSweep() throws SQLException {
        long swept = waiting();
        long locked = waiting();

        rows.execute("select rowmill_send_signal(%s, 'decision', '{\"granted\": true}')".formatted(swept));
        await().atMost(Duration.ofSeconds(30)).until(() -> state(swept).equals("completed 1"));

        try (Connection holder = rows.connect();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("select id from rowmill_task where id = %s for update".formatted(locked));
            queue.signal(locked, "decision", new Decision(true));
            await().during(Duration.ofMillis(200)).until(() -> state(locked).startsWith("queued"));
            holder.rollback();
        }
        await().atMost(SOON).until(() -> state(locked).equals("completed 1"));
    }

    private long waiting() {
        long id = enqueue("probe", task -> {
            task.awaitSignal("decision", Decision.class, Duration.ofDays(3));
            return null;
        });
        await().atMost(SOON).until(() -> "decision".equals(rows.of(id, "awaits")));
        return id;
    }

    @Test
    void aTaskThatWaitsForAFlowRunsSoonAfterItsEnd() {
        long id = enqueue("probe", task -> {
            NewTask part = NewTask.of("probe", probes.behave(one -> 7));
            done.add(String.valueOf(
                    task.awaitFlow("flow", Flow.chain("flow", part)).result("probe", Integer.class)));
            return null;
        });

        await().atMost(SOON).until(() -> state(id).equals("completed 1"));
        assertThat(done).containsExactly("7");
    }

    @Test
    void twoTasksThatSignalEachOtherEnd() {
        long[] ids = new long[2];
        for (int i = 0; i < 2; i++) {
            int own = i;
            ids[i] = enqueue("probe", task -> {
                await().atMost(SOON).until(() -> ids[1 - own] != 0);
                for (int turn = 0; turn < 20; turn++) {
                    int number = turn;
                    task.step("send-" + turn, () -> queue.signal(ids[1 - own], "ball", number));
                    task.awaitSignal("ball-" + turn, "ball", Integer.class, Duration.ofHours(1));
                }
                return null;
            });
        }

        for (long id : ids) {
            await().atMost(Duration.ofSeconds(30)).until(() -> state(id).equals("completed 1"));
        }
    }
}
