package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.text.Printable;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Tells under {@code io.github.rowmill.node} of nodes that fell silent. */
@Singleton
class NodeLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.node");

    void onLost(@Observes TaskEvent.NodeLost lost) {
        LOG.warnf(
                "a node has fallen silent: it died, hangs, or cannot reach the database: node=%s since=%s hand=%d",
                Printable.of(lost.node()), lost.since(), lost.inHand());
    }
}
