package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.hold.Connections;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.text.Printable;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Logs nodes that fell silent, under {@code io.github.rowmill.node}. At start it warns if the platform may kill
 * this node before its stop has ended.
 */
@Singleton
class NodeLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.node");

    /**
     * Time that an application needs for its own stop, besides Rowmill's: connections, the HTTP server, the JVM.
     */
    private static final Duration OWN_STOP = Duration.ofSeconds(2);

    void onStart(@Observes StartupEvent start, RowmillConfig config, NodeState node, WorkerPool pool) {
        if (config.enabled() && !node.isVisitor()) {
            misfit(config.drain(), config.gracePeriod()).ifPresent(LOG::warn);
            tellOfConnections(config.workers(), pool.connections());
        }
    }

    private static void tellOfConnections(int workers, Connections connections) {
        if (connections.areScarce()) {
            LOG.infof(
                    "quarkus.datasource.jdbc.max-size is not greater than rowmill.workers, so fewer transactional handlers run at once than others: transactional=%s workers=%s",
                    connections.limit(), workers);
        }
    }

    /**
     * Returns a warning if a stop takes longer than the platform's grace period.
     *
     * @return empty if the time suffices, or if the grace period is not configured
     */
    static Optional<String> misfit(Duration drain, Optional<Duration> gracePeriod) {
        return gracePeriod
                .filter(grace -> drain.plus(OWN_STOP).compareTo(grace) > 0)
                .map(grace ->
                        "the platform may kill this node while it stops, and its tasks would then count a crash: rowmill.drain is %ss, and rowmill.grace-period is %ss; it should be %ss more than the drain"
                                .formatted(drain.toSeconds(), grace.toSeconds(), OWN_STOP.toSeconds()));
    }

    void onLost(@Observes TaskEvent.NodeLost lost) {
        LOG.warnf(
                "a node has fallen silent: it died, hangs, or cannot reach the database: node=%s since=%s hand_at_last_beat=%s",
                Printable.of(lost.node()), lost.since(), lost.inHand());
    }
}
