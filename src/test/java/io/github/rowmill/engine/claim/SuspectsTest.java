package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.BusyNode;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.execute.WorkerPool;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs suspects on a node that works by itself. They follow each other too fast for polls, so each is found by a
 * wake-up.
 */
@QuarkusTest
@TestProfile(BusyNode.class)
@Timeout(90)
class SuspectsTest extends EngineTest {

    @Inject
    WorkerPool pool;

    @Test
    void oneSuspectFollowsTheOtherAtOnceAndEachIsAlone() {
        List<Integer> beside = new CopyOnWriteArrayList<>();
        var behaviour = probes.behave(task -> beside.add(pool.running()));
        List<NewTask> suspects = IntStream.range(0, 100)
                .mapToObj(i ->
                        NewTask.of(i % 2 == 0 ? "probe" : "probe-tx", behaviour).delay(Duration.ofHours(1)))
                .toList();
        queue.enqueue(suspects);
        rows.execute("update rowmill_task set crashes = 2, run_at = now()");

        await().atMost(Duration.ofSeconds(40))
                .untilAsserted(
                        () -> assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                                .isEqualTo(100));

        assertThat(beside).hasSize(100).containsOnly(1);
    }
}
