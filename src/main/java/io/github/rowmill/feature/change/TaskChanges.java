package io.github.rowmill.feature.change;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NotWaitingException;
import io.github.rowmill.api.StaleVersionException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.db.DatabaseClock;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskChange;
import jakarta.inject.Singleton;
import jakarta.persistence.OptimisticLockException;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import org.hibernate.JDBCException;
import org.hibernate.Session;

/**
 * Changes tasks that wait, are dead or are cancelled. Changes go through the entity and its version, so they never
 * overwrite a claim, a verdict or a change by another operator. All methods run in the caller's transaction.
 */
@Singleton
@Transactional(Transactional.TxType.MANDATORY)
public class TaskChanges {

    private final Session session;
    private final ChangeChecks checks;
    private final DatabaseClock clock;
    private final AfterCommit afterCommit;

    TaskChanges(Session session, ChangeChecks checks, DatabaseClock clock, AfterCommit afterCommit) {
        this.session = session;
        this.checks = checks;
        this.clock = clock;
        this.afterCommit = afterCommit;
    }

    /**
     * Changes a task that has this version. A task that waits for its key's turn is queued again, because the
     * change may affect that turn. A dead or cancelled task keeps its status, its queue and its time.
     *
     * @throws TaskNotFoundException the task does not exist
     * @throws StaleVersionException the task has another version
     * @throws NotWaitingException the task executes or is completed, or it has ended and the change sets a queue
     *     or a time, or it waits for the start of its part of a flow and the change sets a time
     * @throws InvalidTaskException a value is out of its range, or the payload does not fit the type
     * @throws io.github.rowmill.api.QueueFullException the new queue has no room
     */
    public void change(long id, long version, TaskChange change) {
        Task task = session.find(Task.class, id);
        if (task == null) {
            throw new TaskNotFoundException(id);
        }
        if (task.getVersion() != version) {
            throw new StaleVersionException(id);
        }
        boolean isTooEarly = task.waitsForPart() && (change.runAt() != null || change.delay() != null);
        if (isTooEarly || !task.isWaiting() && (change.isOfPlace() || !task.isRetriable())) {
            throw new NotWaitingException(id, task.getStatus());
        }
        Instant now = clock.now();
        task.change(checks.checked(task, change, now), now);
        flush(task);
        afterCommit.fire(List.of(new TaskEvent.Changed(id, task.getQueue())));
    }

    private void flush(Task task) {
        try {
            session.flush();
        } catch (OptimisticLockException e) {
            throw new StaleVersionException(task.getId());
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                throw e;
            }
            throw new InvalidTaskException(
                    task.getType(), List.of(new Violation("row", "cannot be changed so: " + Refusal.reason(e))));
        } finally {
            session.detach(task);
        }
    }
}
