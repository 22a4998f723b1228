package io.github.rowmill.bench;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Keeps the same number of tasks waiting in several queues while this node runs them. */
@ApplicationScoped
class Busy {

    /** Number of tasks that one transaction enqueues, all of them into one queue. */
    private static final int TOGETHER = 20;

    private static final int THREADS = 8;

    private static final int MAX_WAITING = 1_000_000;

    private static final String PAYLOAD = "x".repeat(256);

    private final TaskQueue tasks;
    private final Notes notes;
    private final Semaphore room = new Semaphore(0);
    private final AtomicInteger turn = new AtomicInteger();

    Busy(TaskQueue tasks, Notes notes) {
        this.tasks = tasks;
        this.notes = notes;
    }

    /** The number of queues, the number of tasks that wait in all queues together, and the number of seconds. */
    record Load(
            @Min(1) @Max(1000) int queues,
            @Min(TOGETHER) @Max(MAX_WAITING) int waiting,
            @Min(1) @Max(3600) int seconds) {}

    /** The payload of a task that works for a millisecond. */
    record Work(String text) {}

    /** Enqueues as many tasks as have ended, from several threads. */
    @Handles("measure-busy")
    void enqueue(Load load, TaskContext task) throws SQLException, InterruptedException {
        room.drainPermits();
        room.release(load.waiting());
        long start = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            threads.invokeAll(IntStream.range(0, THREADS)
                    .<Callable<Object>>mapToObj(n -> () -> enqueueUntil(
                            start + Duration.ofSeconds(load.seconds()).toNanos(), load.queues()))
                    .toList());
        } finally {
            threads.shutdownNow();
        }
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    private Object enqueueUntil(long end, int queues) throws InterruptedException {
        while (System.nanoTime() < end) {
            if (room.tryAcquire(TOGETHER, 1, TimeUnit.SECONDS)) {
                tasks.enqueue(share("busy-" + turn.getAndIncrement() % queues));
            }
        }
        return queues;
    }

    private static List<NewTask> share(String queue) {
        return IntStream.range(0, TOGETHER)
                .mapToObj(n -> NewTask.of("busy", new Work(PAYLOAD)).queue(queue))
                .toList();
    }

    /** Waits for a millisecond, as a task that calls another service does. */
    @Handles("busy")
    void work(Work work) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1);
        room.release();
    }
}
