package io.github.rowmill.feature.job;

import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.enqueue.Repairs;
import io.github.rowmill.engine.store.TaskState;
import io.github.rowmill.engine.store.end.AdminVerbs;
import io.github.rowmill.feature.job.JobParts.Locked;
import io.github.rowmill.feature.job.JobParts.Running;
import io.github.rowmill.feature.job.Part.Outcome;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.payload.PayloadPatch;
import io.github.rowmill.text.Printable;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.List;

/**
 * Retries tasks of a job with its patch, one by one. So only one payload at a time is in memory, and a refused
 * task does not block the others.
 */
@Singleton
class PatchedTasks {

    private final PayloadPatch patches;
    private final Repairs repairs;
    private final Handlers handlers;
    private final PatchRecords records;

    PatchedTasks(PayloadPatch patches, Repairs repairs, Handlers handlers, PatchRecords records) {
        this.patches = patches;
        this.repairs = repairs;
        this.handlers = handlers;
        this.records = records;
    }

    /** Returns whether this node can read the job's patch. If the patch is encrypted, the node needs its key. */
    boolean canRead(Running job) {
        try {
            return job.patch() == null || !patches.read(job.patch()).isEmpty();
        } catch (EncryptedPayloadException e) {
            return false;
        }
    }

    /** Returns the types whose payloads this node can check. */
    String[] types() {
        return handlers.names().toArray(String[]::new);
    }

    /** Retries tasks that this transaction has locked, unless they have changed since the job began. */
    Outcome retry(Sql sql, Running job, List<Locked> rows) throws SQLException {
        RetryOptions options = new RetryOptions(patches.read(String.valueOf(job.patch())), job.attempts());
        Outcome outcome = new Outcome();
        for (Locked row : rows) {
            TaskState found = AdminVerbs.lock(sql, row.id()).orElseThrow();
            if (found.version() == row.version() && found.isRetriable()) {
                retry(sql, job, new Found(row.id(), found), options, outcome);
            }
        }
        return outcome;
    }

    private record Found(long id, TaskState state) {}

    private void retry(Sql sql, Running job, Found task, RetryOptions options, Outcome outcome) throws SQLException {
        AdminVerbs.Retry retry;
        try {
            retry = AdminVerbs.retryIfEnded(sql, task.id(), repairs.of(task.state(), options), job.spread());
        } catch (RowmillException e) {
            outcome.refused().add(refused(task.id(), String.valueOf(e.getMessage())));
            return;
        } catch (SQLException e) {
            if (!Refusal.isOfALock(Sql.failure(e))) {
                throw e;
            }
            outcome.locked().add(task.id());
            return;
        }
        if (retry.refusal() != null) {
            outcome.refused().add(refused(task.id(), "the task cannot be run: " + retry.refusal()));
        } else if (retry.queue() != null) {
            TaskState after = AdminVerbs.lock(sql, task.id()).orElseThrow();
            records.record(sql, new PatchRecords.Patched(job.id(), job.askedBy(), task.id(), task.state(), after));
            outcome.changed().add(new ChangedTask(task.id(), retry.queue(), retry.watched()));
        }
    }

    private static Job.Refused refused(long id, String reason) {
        return new Job.Refused(id, Printable.of(reason));
    }
}
