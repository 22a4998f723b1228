package io.github.rowmill.engine;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test whose handlers run until it lets them end. The node is idle before and after. */
public abstract class HeldHandlersTest extends EngineTest {

    @Inject
    protected Heard heard;

    @Inject
    protected WorkerPool pool;

    @Inject
    protected Queues queues;

    @Inject
    protected Claimer claimer;

    private static final AtomicInteger NAMES = new AtomicInteger();

    protected final Set<Long> begun = ConcurrentHashMap.newKeySet();

    /**
     * A new name for each test. After a claim at a commit found nothing, the node makes no such claim in that queue for
     * a while.
     */
    protected final String name = "held-" + NAMES.incrementAndGet();

    protected final CountDownLatch end = new CountDownLatch(1);
    protected Probes.Probe held;

    @BeforeEach
    protected void begin() {
        awaitIdle();
        heard.clear();
        held = probes.behave(task -> {
            begun.add(task.id());
            end.await();
            return null;
        });
    }

    @AfterEach
    protected void endAll() {
        end.countDown();
        awaitIdle();
    }

    /**
     * Waits until the node holds no task and the current round has ended. No task is claimed at a commit during a
     * round.
     */
    protected void awaitIdle() {
        await().atMost(Duration.ofSeconds(10)).until(() -> pool.size() == 0 && pool.running() == 0);
        claimer.claimFrom(Set.of());
    }

    /** Returns a new task whose handler waits for {@link #end}. */
    protected NewTask task() {
        return NewTask.of("probe", held).queue(name);
    }
}
