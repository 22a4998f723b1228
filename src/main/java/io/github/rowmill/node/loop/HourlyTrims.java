package io.github.rowmill.node.loop;

import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;

/** The loops of all hourly trims. Each has its own, so that one that waits does not delay another. */
@Singleton
class HourlyTrims {

    private static final Duration PAUSE = Duration.ofHours(1);

    HourlyTrims(Instance<HourlyTrim> all, NodeState node, Loops loops) {
        for (HourlyTrim one : all) {
            loops.regular(one.name(), PAUSE, () -> {
                if (node.isOpen()) {
                    one.trimOnce();
                }
            });
        }
    }

    /** Creates this bean at the start of the node, so that its loops exist. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}
}
