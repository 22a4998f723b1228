package io.github.rowmill.bench;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.SQLException;

/** The tasks of a workload. Each works for a millisecond, and records the time from its enqueue to its start. */
@ApplicationScoped
class TimedTasks {

    private final Waits waits;
    private final Notes notes;

    TimedTasks(Waits waits, Notes notes) {
        this.waits = waits;
        this.notes = notes;
    }

    /** Works and writes nothing. */
    @Handles("work")
    void work(TimedPayload payload) throws InterruptedException {
        waits.ended(payload.sent(), Waits.work());
    }

    /** Works on a virtual thread and writes nothing. */
    @Handles("work-virtual")
    @RunOnVirtualThread
    void workOnVirtualThread(TimedPayload payload) throws InterruptedException {
        waits.ended(payload.sent(), Waits.work());
    }

    /** Writes a row in the transaction of the task. */
    @Handles("work-row")
    @Transactional
    void writeInTransaction(TimedPayload payload, TaskContext task) throws SQLException, InterruptedException {
        write(payload, task);
    }

    /** Writes a row in a transaction of its own. */
    @Handles("work-row-alone")
    void writeAlone(TimedPayload payload, TaskContext task) throws SQLException, InterruptedException {
        write(payload, task);
    }

    private void write(TimedPayload payload, TaskContext task) throws SQLException, InterruptedException {
        long begun = Waits.work();
        notes.note(task.id(), "effect", 0);
        waits.ended(payload.sent(), begun);
    }
}
