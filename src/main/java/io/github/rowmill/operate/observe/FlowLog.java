package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.LogQuota;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.text.Printable;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Logs events of flows under {@code io.github.rowmill.flow}. */
@Singleton
class FlowLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.flow");

    private final LogQuota quota;

    FlowLog(Ticker ticker) {
        this.quota = new LogQuota(ticker);
    }

    private void write(String kind, Runnable line) {
        quota.write(kind, line, left -> LOG.warnf("%s more lines were not logged: kind=%s", left, kind));
    }

    void onEnqueued(@Observes TaskEvent.FlowEnqueued enqueued) {
        LOG.debugf(
                "flow enqueued: name=%s flow=%s tasks=%s",
                Printable.of(enqueued.name()), enqueued.flow(), enqueued.tasks());
    }

    void onHeld(@Observes TaskEvent.FlowHeld held) {
        write(
                "held",
                () -> LOG.warnf(
                        "a part of a flow waits, because a task before it has failed: part=%s flow=%s",
                        Printable.of(held.part()), held.flow()));
    }

    void onEnded(@Observes TaskEvent.FlowEnded ended) {
        LOG.debugf("flow ended: flow=%s", ended.flow());
    }
}
