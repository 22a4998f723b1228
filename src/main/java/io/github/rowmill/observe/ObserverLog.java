package io.github.rowmill.observe;

import io.github.rowmill.api.ObserverFailures;
import io.github.rowmill.api.TaskEvents;
import io.github.rowmill.clock.LogQuota;
import io.github.rowmill.clock.Ticker;
import io.github.rowmill.payload.text.Printable;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Logs what observers threw, in text that anyone may have written: one that fails once fails for every task. */
@Singleton
class ObserverLog implements ObserverFailures {

    private static final Logger LOG = Logger.getLogger(TaskEvents.class);

    private final LogQuota quota;

    ObserverLog(Ticker ticker) {
        this.quota = new LogQuota(ticker);
    }

    @Override
    public void failed(String event, Throwable cause) {
        quota.write(
                event,
                () -> LOG.errorf(Printable.of(cause), "an observer of %s failed", event),
                left -> LOG.errorf("%d more failures of observers of %s were not logged", left, event));
    }
}
