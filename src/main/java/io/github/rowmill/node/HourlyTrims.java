package io.github.rowmill.node;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;

/** The loops of all that trims by the hour, each of its own: what one waits for keeps no other. */
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

    /** Makes it, so that its loops are there when the node starts. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}
}
