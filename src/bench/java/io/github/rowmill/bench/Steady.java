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
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Enqueues no-op tasks at a steady rate while this node runs them. */
@ApplicationScoped
class Steady {

    /** Number of transactions a second. Each enqueues an equal share of the tasks. */
    private static final int PER_SECOND = 100;

    private static final int MOST = 1_000_000;

    private final TaskQueue tasks;
    private final Notes notes;

    Steady(TaskQueue tasks, Notes notes) {
        this.tasks = tasks;
        this.notes = notes;
    }

    /** The number of tasks a second, a multiple of a hundred, and the number of seconds. */
    record Rate(
            @Min(PER_SECOND) @Max(MOST) int tasks,
            @Min(1) @Max(3600) int seconds) {}

    /**
     * Enqueues at the rate. After a delay it enqueues without pauses until it is on time again, because callers do
     * not wait for workers.
     */
    @Handles("measure-steady")
    void enqueue(Rate rate, TaskContext task) throws SQLException, InterruptedException {
        List<NewTask> share = IntStream.range(0, rate.tasks() / PER_SECOND)
                .mapToObj(n -> NewTask.of("noop", new Measures.Numbered(n)))
                .toList();
        long start = System.nanoTime();
        for (long turn = 1; turn <= (long) rate.seconds() * PER_SECOND; turn++) {
            tasks.enqueue(share);
            long next = start + turn * Duration.ofSeconds(1).toNanos() / PER_SECOND;
            TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
        }
        notes.note(task.id(), "took", System.nanoTime() - start);
    }
}
