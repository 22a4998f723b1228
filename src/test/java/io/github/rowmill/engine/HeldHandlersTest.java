package io.github.rowmill.engine;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.execute.WorkerPool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Handlers that run until the test lets them end, on a node that is idle before and after. */
abstract class HeldHandlersTest extends EngineTest {

    @Inject
    Heard heard;

    @Inject
    WorkerPool pool;

    @Inject
    Queues queues;

    private static final AtomicInteger NAMES = new AtomicInteger();

    final Set<Long> begun = ConcurrentHashMap.newKeySet();

    /** A queue in which new tasks were claimed in vain is left alone for a while. */
    final String name = "held-" + NAMES.incrementAndGet();

    final CountDownLatch end = new CountDownLatch(1);
    Probes.Probe held;

    @BeforeEach
    void begin() {
        awaitIdle();
        heard.clear();
        held = probes.behave(task -> {
            begun.add(task.id());
            end.await();
            return null;
        });
    }

    @AfterEach
    void endAll() {
        end.countDown();
        awaitIdle();
    }

    void awaitIdle() {
        await().atMost(Duration.ofSeconds(10)).until(() -> pool.size() == 0 && pool.running() == 0);
    }

    /** A task whose handler is held. */
    NewTask task() {
        return NewTask.of("probe", held).queue(name);
    }
}
