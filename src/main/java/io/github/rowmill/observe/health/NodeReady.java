package io.github.rowmill.observe.health;

import io.github.rowmill.config.Gate;
import io.github.rowmill.config.Operator;
import io.github.rowmill.observe.UnhandledTypes;
import io.github.rowmill.store.schema.SchemaState;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready: the database answers and can be written to, its schema is one this version works with, the loops' rounds succeed,
 * most workers are not lost to handlers that do not end, and the node is not stopping. Full queues and failing tasks are no
 * reason to be unready.
 */
@Readiness
@Singleton
class NodeReady implements HealthCheck {

    private final SchemaState schema;
    private final Gate gate;
    private final Operator operator;
    private final UnhandledTypes unhandled;
    private final Loops loops;
    private final LostWorkers lost;

    NodeReady(
            SchemaState schema, Gate gate, Operator operator, UnhandledTypes unhandled, Loops loops, LostWorkers lost) {
        this.schema = schema;
        this.gate = gate;
        this.operator = operator;
        this.unhandled = unhandled;
        this.loops = loops;
        this.lost = lost;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("Rowmill").up().withData("operator", operator.id());
        if (!unhandled.waiting().isEmpty()) {
            response.withData("unhandled types", String.join(", ", unhandled.waiting()));
        }
        lost.describe().ifPresent(text -> response.withData("lost workers", text));
        if (lost.areTooMany()) {
            response.down();
        }
        loops.failing().forEach((loop, text) -> response.down().withData(loop, text));
        if (gate.isClosed()) {
            response.down().withData("reason", "draining");
        }
        schema.problem().ifPresent(problem -> response.down().withData("database", problem));
        return response.build();
    }
}
