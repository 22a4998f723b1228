package io.github.rowmill.observe.health;

import io.github.rowmill.config.Gate;
import io.github.rowmill.config.Operator;
import io.github.rowmill.observe.UnhandledTypes;
import io.github.rowmill.store.schema.Migrations;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready: the database answers, its schema is at least this version's, and the node is not stopping. Full queues and failing tasks are no reason to be unready. */
@Readiness
@Singleton
class NodeReady implements HealthCheck {

    private final Migrations migrations;
    private final Gate gate;
    private final Operator operator;
    private final UnhandledTypes unhandled;

    NodeReady(Migrations migrations, Gate gate, Operator operator, UnhandledTypes unhandled) {
        this.migrations = migrations;
        this.gate = gate;
        this.operator = operator;
        this.unhandled = unhandled;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("Rowmill").up().withData("operator", operator.id());
        if (!unhandled.waiting().isEmpty()) {
            response.withData("unhandled types", String.join(", ", unhandled.waiting()));
        }
        if (gate.isClosed()) {
            response.down().withData("reason", "draining");
        }
        migrations.problem().ifPresent(problem -> response.down().withData("database", problem));
        return response.build();
    }
}
