package io.github.rowmill.operate.observe;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.LogQuota;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.Printable;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Logs events of tasks under {@code io.github.rowmill.task}. Payloads are never logged.
 * <ul>
 * <li>ERROR: a worker is lost to a handler, or the database refuses a verdict.
 * <li>WARN: a task is lost or dead.
 * <li>INFO: an admin acts, or tasks are recovered or trimmed.
 * <li>DEBUG: an attempt fails, or tasks are claimed.
 * <li>TRACE: an attempt ends in another way.
 * </ul>
 */
@Singleton
class TaskLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.task");

    private final LogQuota quota;

    TaskLog(Ticker ticker) {
        this.quota = new LogQuota(ticker);
    }

    private void write(String kind, Runnable line) {
        quota.write(kind, line, left -> LOG.warnf("%s more lines were not logged: kind=%s", left, kind));
    }

    void onEnded(@Observes TaskEvent.Ended ended) {
        switch (ended.ending().kind()) {
            case GAVE_UP -> onGaveUp(ended, ((Outcome.GaveUp) ended.ending()).cause());
            case RETRY -> onRetry(ended, (Outcome.Retry) ended.ending());
            case TIMED_OUT -> onTimedOut(ended, (Ending.TimedOut) ended.ending());
            case LEASE_LOST -> write("lease lost", () -> LOG.warnf("lease lost, result ignored: %s", task(ended)));
            case SUCCEEDED, SNOOZE, CANCELLED, RELEASED, SUSPENDED -> onQuietEnd(ended);
        }
    }

    private void onGaveUp(TaskEvent.Ended ended, Throwable cause) {
        write(
                "gave up",
                () -> LOG.warnf(
                        Printable.of(cause), "task gave up after %s attempts: %s", ended.attempt(), task(ended)));
    }

    private void onTimedOut(TaskEvent.Ended ended, Ending.TimedOut ending) {
        write("timed out", () -> LOG.warnf("attempt timed out after %s: %s", ending.timeout(), task(ended)));
    }

    private static void onQuietEnd(TaskEvent.Ended ended) {
        if (LOG.isTraceEnabled()) {
            LOG.tracef("attempt ended as %s in %s: %s", Outcomes.name(ended.ending()), ended.took(), task(ended));
        }
    }

    private static void onRetry(TaskEvent.Ended ended, Outcome.Retry retry) {
        if (LOG.isDebugEnabled()) {
            LOG.debugf(Printable.of(retry.cause()), "attempt failed, next in %s: %s", retry.delay(), task(ended));
        }
    }

    private static String task(TaskEvent.Ended ended) {
        return task(ended.id(), ended.type(), ended.queue()) + " attempt=" + ended.attempt();
    }

    private static String task(long id, String type, String queue) {
        return "id=%s type=%s queue=%s".formatted(id, Printable.of(type), Printable.of(queue));
    }

    void onStale(@Observes TaskEvent.Stale stale) {
        write(
                "stale",
                () -> LOG.warnf(
                        "stale verdict refused, the task was taken over, cancelled or settled: %s attempt-key=%s",
                        task(stale.id(), stale.type(), stale.queue()), stale.attemptKey()));
    }

    void onVerdictRefused(@Observes TaskEvent.VerdictRefused refused) {
        write(
                "verdict refused",
                () -> LOG.errorf(
                        Printable.of(refused.cause()),
                        "the database refuses a verdict, the task is recovered when its lease ends: %s attempt=%s",
                        task(refused.id(), refused.type(), refused.queue()),
                        refused.attempt()));
    }

    void onAbandoned(@Observes TaskEvent.Abandoned abandoned) {
        write(
                "abandoned",
                () -> LOG.errorf(
                        "a handler or its commit does not end, its worker is blocked until then: %s attempt=%s",
                        task(abandoned.id(), abandoned.type(), abandoned.queue()), abandoned.attempt()));
    }

    void onRolledBack(@Observes TaskEvent.RolledBack back) {
        if (LOG.isDebugEnabled()) {
            LOG.debugf(
                    Printable.of(back.cause()),
                    "tasks that ran together were rolled back and run again: type=%s queue=%s tasks=%s",
                    Printable.of(back.type()),
                    Printable.of(back.queue()),
                    back.tasks());
        }
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        Logger.Level level = recovered.status() == TaskStatus.DEAD ? Logger.Level.WARN : Logger.Level.INFO;
        write(
                "recovered",
                () -> LOG.logf(
                        level,
                        "lease expired, task is %s: %s crashes=%s",
                        recovered.status().column(),
                        task(recovered.id(), recovered.type(), recovered.queue()),
                        recovered.crashes()));
    }

    void onSetAside(@Observes TaskEvent.SetAside aside) {
        write(
                "set aside",
                () -> LOG.warnf(
                        "a task cannot be run and is dead: %s reason=%s",
                        task(aside.id(), aside.type(), aside.queue()), Printable.of(aside.why())));
    }

    void onExpired(@Observes TaskEvent.Expired expired) {
        write(
                "expired",
                () -> LOG.warnf(
                        "a task did not start before its expiry and is dead: %s",
                        task(expired.id(), expired.type(), expired.queue())));
    }

    void onCancelled(@Observes TaskEvent.Cancelled cancelled) {
        write("cancelled", () -> LOG.infof("task cancelled: id=%s", cancelled.id()));
    }

    void onRulesChanged(@Observes TaskEvent.RulesChanged changed) {
        write("rules", () -> LOG.infof("rules of a queue changed: queue=%s", Printable.of(changed.queue())));
    }

    void onRulesUndeclared(@Observes TaskEvent.RulesUndeclared undeclared) {
        write(
                "undeclared rules",
                () -> LOG.warnf(
                        "this application's configuration no longer declares the rules of a queue; they hold until they are deleted: queue=%s",
                        Printable.of(undeclared.queue())));
    }

    void onRetried(@Observes TaskEvent.Retried retried) {
        write(
                "retried",
                () -> LOG.infof(
                        "task queued again by an admin: id=%s queue=%s", retried.id(), Printable.of(retried.queue())));
    }

    void onChanged(@Observes TaskEvent.Changed changed) {
        write(
                "changed",
                () -> LOG.infof(
                        "task changed by an admin: id=%s queue=%s", changed.id(), Printable.of(changed.queue())));
    }

    void onDeleted(@Observes TaskEvent.Deleted deleted) {
        write("deleted", () -> LOG.infof("task deleted by an admin: id=%s", deleted.id()));
    }

    void onJobBegun(@Observes TaskEvent.JobBegun begun) {
        LOG.infof("job begun: id=%s action=%s total=%s", begun.id(), begun.action(), begun.total());
    }

    void onJobEnded(@Observes TaskEvent.JobEnded ended) {
        LOG.infof(
                "job ended: id=%s action=%s done=%s skipped=%s",
                ended.id(), ended.action(), ended.done(), ended.skipped());
    }

    void onTrimmed(@Observes TaskEvent.Trimmed trimmed) {
        LOG.infof("finished tasks trimmed: status=%s count=%s", trimmed.status().column(), trimmed.count());
    }

    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        LOG.debugf(
                "claimed %s of %s in %s: queue=%s",
                claimed.count(), claimed.wanted(), claimed.took(), Printable.of(claimed.queue()));
    }
}
