package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.feature.schedule.store.ScheduleRows;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes the rows of schedules agree with the code that declares them, when a node starts. */
@Singleton
class Declarations {

    /** Priority after the migrations. */
    private static final int AFTER_PREPARING = NodeState.PREPARES + 1;

    private final Handlers handlers;
    private final DeclaredSchedules declared;
    private final ScheduleChecks checks;
    private final ScheduleRows rows;
    private final TaskEvents events;
    private final String application;

    Declarations(
            Handlers handlers,
            DeclaredSchedules declared,
            ScheduleChecks checks,
            ScheduleRows rows,
            TaskEvents events,
            @ConfigProperty(name = "quarkus.application.name", defaultValue = "application") String application) {
        this.handlers = handlers;
        this.declared = declared;
        this.checks = checks;
        this.rows = rows;
        this.events = events;
        this.application = application;
    }

    /**
     * Declares the schedules of all handlers. The {@code loop} parameter makes the container create the loop, so
     * that it is registered before the loops start.
     */
    void prepare(@Observes @Priority(AFTER_PREPARING) StartupEvent start, TickLoop loop, NodeState node) {
        if (node.isVisitor()) {
            return;
        }
        Set<String> names = new HashSet<>();
        for (TaskType type : handlers.all()) {
            for (Recurring recurring : type.handler().schedules()) {
                declare(type, recurring, names);
            }
        }
        declared.refuseOthers(names);
        rows.undeclared(application, names).forEach(name -> events.fire(new TaskEvent.ScheduleUndeclared(name)));
    }

    /** Declares a schedule. An invalid declaration stops the start. */
    private void declare(TaskType type, Recurring recurring, Set<String> names) {
        try {
            String name = declared.name(type, recurring);
            if (!names.add(name)) {
                throw new IllegalArgumentException(
                        "two schedules have the name '%s'; give each its own name".formatted(name));
            }
            declared.of(type, recurring).ifPresent(this::declare);
        } catch (IllegalArgumentException | RowmillException e) {
            throw new IllegalStateException(
                    "@Recurring of %s: %s".formatted(type.handler().name(), e.getMessage()), e);
        }
    }

    private void declare(NewSchedule schedule) {
        NewRow task = checks.check(schedule);
        if (rows.declare(schedule, task, application)) {
            events.fire(new TaskEvent.ScheduleChanged(schedule.name(), TaskEvent.Change.DECLARED));
        }
    }
}
