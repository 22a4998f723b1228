package io.github.rowmill.observe;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Turns events into log lines under {@code io.github.rowmill.task}: WARN when a task is lost or dead, INFO when admins act
 * or tasks are recovered, DEBUG for failed attempts and rounds, TRACE for each task. Payloads are never logged.
 */
@Singleton
class TaskLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.task");

    void onEnded(@Observes TaskEvent.Ended ended) {
        if (ended.outcome() instanceof Outcome.GaveUp gaveUp) {
            LOG.warnf(gaveUp.cause(), "task gave up after %d attempts: %s", ended.attempt(), task(ended));
        } else if (ended.outcome() instanceof Outcome.Retry retry) {
            LOG.debugf(retry.cause(), "attempt failed, next in %s: %s", retry.delay(), task(ended));
        } else if (ended.outcome() instanceof Outcome.TimedOut timedOut) {
            LOG.warnf("attempt timed out after %s: %s", timedOut.timeout(), task(ended));
        } else if (ended.outcome() instanceof Outcome.LeaseLost) {
            LOG.warnf("lease lost, the attempt is void: %s", task(ended));
        } else {
            LOG.tracef("attempt ended as %s in %s: %s", Outcomes.name(ended.outcome()), ended.took(), task(ended));
        }
    }

    private static String task(TaskEvent.Ended ended) {
        return task(ended.id(), ended.type(), ended.queue()) + " attempt=" + ended.attempt();
    }

    private static String task(long id, String type, String queue) {
        return "id=%d type=%s queue=%s".formatted(id, printable(type), printable(queue));
    }

    /** Names come from rows that anyone may have inserted: no line break or escape sequence gets into the log. */
    private static String printable(String name) {
        return name.replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    void onStale(@Observes TaskEvent.Stale stale) {
        LOG.warnf(
                "stale verdict refused, the task was taken over, cancelled or settled: %s attempt-key=%s",
                task(stale.id(), stale.type(), stale.queue()), stale.attemptKey());
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        Logger.Level level = recovered.status() == TaskStatus.DEAD ? Logger.Level.WARN : Logger.Level.INFO;
        LOG.logf(
                level,
                "lease expired, task is %s: %s crashes=%d",
                recovered.status().column(),
                task(recovered.id(), recovered.type(), recovered.queue()),
                recovered.crashes());
    }

    void onRoundFailed(@Observes TaskEvent.RoundFailed failed) {
        LOG.warnf(failed.cause(), "a round failed, the next one follows: loop=%s", failed.loop());
    }

    void onCancelled(@Observes TaskEvent.Cancelled cancelled) {
        LOG.infof("task cancelled: id=%d", cancelled.id());
    }

    void onRetried(@Observes TaskEvent.Retried retried) {
        LOG.infof("task queued again by an admin: id=%d queue=%s", retried.id(), printable(retried.queue()));
    }

    void onTrimmed(@Observes TaskEvent.Trimmed trimmed) {
        LOG.infof("finished tasks trimmed: status=%s count=%d", trimmed.status().column(), trimmed.count());
    }

    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        LOG.debugf(
                "claimed %d of %d in %s: queue=%s",
                claimed.count(), claimed.wanted(), claimed.took(), printable(claimed.queue()));
    }
}
