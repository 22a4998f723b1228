package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.LogQuota;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.text.Printable;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Locale;
import org.jboss.logging.Logger;

/** Logs events of schedules under {@code io.github.rowmill.schedule}. */
@Singleton
class ScheduleLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.schedule");

    private final LogQuota quota;

    ScheduleLog(Ticker ticker) {
        this.quota = new LogQuota(ticker);
    }

    private void write(String kind, Runnable line) {
        quota.write(kind, line, left -> LOG.warnf("%s more lines were not logged: kind=%s", left, kind));
    }

    void onTicked(@Observes TaskEvent.Ticked ticked) {
        LOG.debugf("tick: schedule=%s tick=%s id=%s", Printable.of(ticked.schedule()), ticked.tick(), ticked.id());
    }

    void onSkipped(@Observes TaskEvent.TickSkipped skipped) {
        write(
                "skipped",
                () -> LOG.infof(
                        skipped.missed()
                                ? "ticks were missed and will not run later: schedule=%s first=%s"
                                : "tick skipped, because the last run has not ended: schedule=%s tick=%s",
                        Printable.of(skipped.schedule()),
                        skipped.tick()));
    }

    void onChanged(@Observes TaskEvent.ScheduleChanged changed) {
        write(
                "changed",
                () -> LOG.infof("schedule %s: schedule=%s", word(changed.change()), Printable.of(changed.schedule())));
    }

    void onSetAside(@Observes TaskEvent.ScheduleSetAside aside) {
        write(
                "set aside",
                () -> LOG.errorf(
                        "a schedule cannot enqueue a task and is paused: schedule=%s reason=%s",
                        Printable.of(aside.schedule()), Printable.of(aside.why())));
    }

    void onUnreadable(@Observes TaskEvent.ScheduleUnreadable unreadable) {
        write(
                "unreadable",
                () -> LOG.errorf(
                        "this node cannot read a schedule and leaves it to other nodes: schedule=%s reason=%s",
                        Printable.of(unreadable.schedule()), Printable.of(unreadable.why())));
    }

    void onUndeclared(@Observes TaskEvent.ScheduleUndeclared undeclared) {
        write(
                "undeclared",
                () -> LOG.warnf(
                        "this application's code no longer declares a schedule; it runs until it is deleted: schedule=%s",
                        Printable.of(undeclared.schedule())));
    }

    private static String word(TaskEvent.Change change) {
        return change.name().toLowerCase(Locale.ROOT);
    }
}
