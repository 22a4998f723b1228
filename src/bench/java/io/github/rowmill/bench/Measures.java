package io.github.rowmill.bench;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Measures enqueues by the Java API and wake-ups, from inside a node. */
@ApplicationScoped
class Measures {

    /** A delay that is longer than the benchmark, so tasks whose enqueue is measured do not run. */
    private static final Duration NOT_NOW = Duration.ofDays(1);

    /** The pause between two single wake-ups. The node goes back to sleep in it. */
    static final int PAUSE_MILLIS = 20;

    /** Largest number of tasks in a bulk. As objects, they take some hundred megabytes. */
    private static final int MOST = 1_000_000;

    private final TaskQueue tasks;
    private final Notes notes;

    Measures(TaskQueue tasks, Notes notes) {
        this.tasks = tasks;
        this.notes = notes;
    }

    /** A payload with the number of tasks. */
    record Many(@Min(1) @Max(MOST) int tasks) {}

    /** The payload of an enqueued task. */
    record Numbered(int n) {}

    /** Writes one row, which is the smallest effect in the database. */
    @Handles("effect")
    @Transactional
    void write(TaskContext task) throws SQLException {
        notes.note(task.id(), "effect", 0);
    }

    /** Enqueues the tasks in one transaction. */
    @Handles("measure-bulk")
    void enqueueTogether(Many many, TaskContext task) throws SQLException {
        List<NewTask> all =
                IntStream.range(0, many.tasks()).mapToObj(Measures::later).toList();
        long start = System.nanoTime();
        tasks.enqueue(all);
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    /** Enqueues the tasks one after the other, outside of any transaction. */
    @Handles("measure-single")
    void enqueueSingly(Many many, TaskContext task) throws SQLException {
        long start = System.nanoTime();
        for (int n = 0; n < many.tasks(); n++) {
            tasks.enqueue(later(n));
        }
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    /** Enqueues the tasks one after the other, each in a transaction that the caller begins. */
    @Handles("measure-joined")
    void enqueueInTransactions(Many many, TaskContext task) throws SQLException {
        long start = System.nanoTime();
        for (int n = 0; n < many.tasks(); n++) {
            NewTask one = later(n);
            QuarkusTransaction.requiringNew().run(() -> tasks.enqueue(one));
        }
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    private static NewTask later(int n) {
        return NewTask.of("noop", new Numbered(n)).delay(NOT_NOW);
    }

    /**
     * Enqueues the tasks one after the other. At its end it notes when each enqueue was called and when it was
     * committed.
     */
    @Handles("measure-wake")
    void wake(Many many) throws SQLException, InterruptedException {
        long[] ids = new long[many.tasks()];
        long[] asked = new long[many.tasks()];
        long[] sent = new long[many.tasks()];
        for (int n = 0; n < many.tasks(); n++) {
            asked[n] = System.nanoTime();
            ids[n] = QuarkusTransaction.requiringNew()
                    .call(() -> tasks.enqueue(NewTask.of("woken")).id());
            sent[n] = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        for (int n = 0; n < many.tasks(); n++) {
            notes.note(ids[n], "asked", asked[n]);
            notes.note(ids[n], "sent", sent[n]);
        }
    }

    /** Notes when it ran. */
    @Handles("woken")
    void woken(TaskContext task) throws SQLException {
        notes.note(task.id(), "woken", System.nanoTime());
    }
}
