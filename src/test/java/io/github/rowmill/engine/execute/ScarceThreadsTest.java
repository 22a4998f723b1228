package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.WorkerNode;
import io.github.rowmill.engine.execute.thread.ScarceThreads;
import io.github.rowmill.roles.WorkerLogin;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that a process that cannot start threads for a while loses neither its workers nor its tasks. Idle threads of
 * earlier tests would run the tasks. The other tests of this application leave one thread at most.
 */
@QuarkusTest
@TestProfile(WorkerNode.class)
@WithTestResource(WorkerLogin.class)
@Timeout(60)
class ScarceThreadsTest extends EngineTest {

    private static final int WORKERS = WorkerNode.WORKERS;

    @Inject
    WorkerPool pool;

    @AfterEach
    void enough() {
        ScarceThreads.leave(Integer.MAX_VALUE);
    }

    @Test
    void tasksWithoutAThreadRunLaterAndNoWorkerIsLost() {
        ScarceThreads.leave(2);
        queue.enqueue(IntStream.range(0, 20).mapToObj(i -> NewTask.of("noop")).toList());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'completed'") > 0
                        && ScarceThreads.refused() > 0);
        ScarceThreads.leave(Integer.MAX_VALUE);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                                .isEqualTo(20));

        assertThat(mostAtOnce()).isEqualTo(WORKERS);
    }

    private int mostAtOnce() {
        AtomicInteger together = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(WORKERS);
        queue.enqueue(IntStream.range(0, WORKERS)
                .mapToObj(i -> NewTask.of("probe", probes.behave(task -> {
                    all.countDown();
                    if (all.await(10, TimeUnit.SECONDS)) {
                        together.incrementAndGet();
                    }
                    return null;
                })))
                .toList());
        await().atMost(Duration.ofSeconds(20)).until(() -> pool.size() == 0 && together.get() == WORKERS);
        return together.get();
    }
}
