package io.github.rowmill.operate.health;

import io.github.rowmill.db.schema.SchemaState;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.operate.OptionalParts;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Readiness check. A node is ready if all of these hold:
 * <ul>
 * <li>The database answers and accepts writes.
 * <li>This version works with its schema.
 * <li>The rounds of the loops succeed.
 * <li>Less than half of the workers are lost to handlers that do not end.
 * <li>The node is not stopping.
 * </ul>
 *
 * <p>Full queues, failing tasks and missing wake-ups from other nodes do not make a node unready.
 */
@Readiness
@Singleton
@IfBuildProperty(name = OptionalParts.HEALTH, stringValue = "true")
class NodeReady implements HealthCheck {

    private final SchemaState schema;
    private final NodeState node;
    private final ReadinessNotes remarks;
    private final LoopHealth loops;
    private final LostWorkers lost;

    NodeReady(SchemaState schema, NodeState node, ReadinessNotes remarks, LoopHealth loops, LostWorkers lost) {
        this.schema = schema;
        this.node = node;
        this.remarks = remarks;
        this.loops = loops;
        this.lost = lost;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("Rowmill").up();
        remarks.all().forEach(response::withData);
        lost.describe().ifPresent(text -> response.withData("lost workers", text));
        if (lost.areTooMany()) {
            response.down();
        }
        loops.failing().forEach((loop, text) -> response.down().withData(loop, text));
        if (node.isClosed()) {
            response.down().withData("reason", "draining");
        }
        schema.problem().ifPresent(problem -> response.down().withData("database", problem));
        return response.build();
    }
}
