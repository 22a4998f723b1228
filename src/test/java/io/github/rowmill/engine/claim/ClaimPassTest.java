package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.execute.WorkerPool;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that a round goes over its queues in passes while a flood lasts. */
@QuarkusTest
@TestProfile(ByHand.class)
class ClaimPassTest extends EngineTest {

    /** More tasks than the node takes at once. Their queue leaves workers to the other one. */
    private static final int FLOOD = 9_000;

    private static final String NARROW = "narrow";

    @Inject
    Claimer claimer;

    @Inject
    WorkerPool pool;

    @Inject
    Heard heard;

    @AfterEach
    void awaitIdle() {
        await().atMost(Duration.ofSeconds(30)).until(() -> pool.size() == 0 && pool.running() == 0);
    }

    @Test
    void aQueueWokenDuringARoundIsClaimedInTheNextPass() {
        enqueue(NARROW, FLOOD);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        heard.clear();
        heard.whenever(TaskEvent.Claimed.class, claimed -> {
            if (isFirst.getAndSet(false)) {
                enqueue("late", 1);
                claimer.expect("late");
            }
        });

        claimer.claimOnce();

        List<String> queues = heard.of(TaskEvent.Claimed.class).stream()
                .map(TaskEvent.Claimed::queue)
                .toList();
        assertThat(queues).startsWith(NARROW).contains("late");
        assertThat(queues.indexOf("late")).isLessThanOrEqualTo(2);
    }

    private void enqueue(String in, int count) {
        rows.insert(TaskRow.of("noop").queue(in), count);
    }
}
