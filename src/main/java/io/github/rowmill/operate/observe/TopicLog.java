package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.LogQuota;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.text.Printable;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Locale;
import org.jboss.logging.Logger;

/** Logs events of topics under {@code io.github.rowmill.topic}. */
@Singleton
class TopicLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.topic");

    private final LogQuota quota;

    TopicLog(Ticker ticker) {
        this.quota = new LogQuota(ticker);
    }

    private void write(String kind, Runnable line) {
        quota.write(kind, line, left -> LOG.warnf("%s more lines were not logged: kind=%s", left, kind));
    }

    void onPublished(@Observes TaskEvent.Published published) {
        LOG.debugf("published: topic=%s subscribers=%s", Printable.of(published.topic()), published.subscribers());
    }

    void onChanged(@Observes TaskEvent.SubscriptionChanged changed) {
        write(
                "changed",
                () -> LOG.infof(
                        "subscriber %s: topic=%s type=%s",
                        changed.change().name().toLowerCase(Locale.ROOT),
                        Printable.of(changed.topic()),
                        Printable.of(changed.type())));
    }

    void onUndeclared(@Observes TaskEvent.SubscriptionUndeclared undeclared) {
        write(
                "undeclared",
                () -> LOG.warnf(
                        "this application's code no longer declares a subscriber; it gets tasks until it is deleted, or until its type has had no handler for an hour: topic=%s type=%s",
                        Printable.of(undeclared.topic()), Printable.of(undeclared.type())));
    }
}
