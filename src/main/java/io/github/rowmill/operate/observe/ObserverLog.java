package io.github.rowmill.operate.observe;

import io.github.rowmill.node.LogQuota;
import io.github.rowmill.node.ObserverFailures;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.text.Printable;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Logs exceptions of observers. Their messages may have any origin, so they are made printable. The number of
 * lines is limited, as a broken observer fails for every task.
 */
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
                left -> LOG.errorf("%s more failures of observers of %s were not logged", left, event));
    }
}
