package io.github.rowmill.bench;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Keeps the same number of tasks waiting while nodes run them. Each node enqueues a task for each one that has
 * ended on it. So several nodes keep the sum of their shares.
 */
@ApplicationScoped
class Producer {

    private static final int MAX_TASKS = 1_000_000;

    /**
     * Longest delay that calls at a rate make up for. Calls that are later are left out, for example after a cold
     * start.
     */
    private static final Duration MAX_LATE = Duration.ofMillis(100);

    private final TaskQueue tasks;
    private final Waits waits;
    private final Notes notes;

    Producer(TaskQueue tasks, Waits waits, Notes notes) {
        this.tasks = tasks;
        this.waits = waits;
        this.notes = notes;
    }

    /**
     * A share of the workload.
     * @param queues the number of queues; the tasks of a call are spread over them
     * @param together the number of tasks of a call
     * @param waiting the number of tasks that wait or run
     * @param rate the largest number of tasks a second, 0 for no limit
     */
    record Load(
            @NotBlank String type,
            @Min(1) @Max(1000) int queues,
            @Min(1) @Max(10_000) int together,
            @Min(1) @Max(MAX_TASKS) int waiting,
            @Min(0) @Max(MAX_TASKS) int rate,
            @Min(1) @Max(3600) int seconds) {

        private long nanosForACall() {
            return together * Duration.ofSeconds(1).toNanos() / rate;
        }
    }

    /** Enqueues until the time has passed, and notes the end. */
    @Handles(value = "measure-workload", timeout = "2h")
    void enqueue(Load load, TaskContext task) throws SQLException, InterruptedException {
        waits.begin(load.waiting());
        long due = System.nanoTime();
        long end = due + Duration.ofSeconds(load.seconds()).toNanos();
        while (waits.takeRoom(load.together(), end)) {
            tasks.enqueue(call(load));
            if (load.rate() > 0) {
                due = Math.max(due + load.nanosForACall(), System.nanoTime() - MAX_LATE.toNanos());
                TimeUnit.NANOSECONDS.sleep(Math.min(due, end) - System.nanoTime());
            }
        }
        notes.note(task.id(), "until", System.nanoTime());
    }

    private static List<NewTask> call(Load load) {
        TimedPayload payload = TimedPayload.of(System.nanoTime());
        return IntStream.range(0, load.together())
                .mapToObj(n -> NewTask.of(load.type(), payload).queue("work-" + n % load.queues()))
                .toList();
    }

    /** A span of time, in nanoseconds. */
    record Span(long from, long to) {}

    /** Writes the waits of the tasks that ended on this node in a span of time. */
    @Handles("measure-waits")
    void report(Span span, TaskContext task) throws SQLException {
        notes.noteEach(task.id(), "wait", waits.between(span.from(), span.to()));
    }
}
