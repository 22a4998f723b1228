package io.github.rowmill.feature.flow;

import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskFlow;
import io.github.rowmill.engine.execute.OpenTransactions;
import io.github.rowmill.feature.flow.store.FlowPlaces;
import io.github.rowmill.feature.flow.store.FlowResults;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;

/** Makes the view that a task has of its flow. */
@Singleton
class TaskFlows {

    private final FlowPlaces places;
    private final FlowAdditions additions;
    private final FlowResults results;
    private final OpenTransactions transactions;

    TaskFlows(FlowPlaces places, FlowAdditions additions, FlowResults results, OpenTransactions transactions) {
        this.places = places;
        this.additions = additions;
        this.results = results;
        this.transactions = transactions;
    }

    TaskFlow of(TaskContext task) {
        FlowPlaces.OfTask place = places.ofTask(task.id())
                .orElseThrow(() -> new IllegalStateException("task %s belongs to no flow".formatted(task.id())));
        return new HandlersFlow(place, () -> adder(task), additions, results);
    }

    private FlowPlaces.Adder adder(TaskContext task) {
        return new FlowPlaces.Adder(Lease.ofAttemptKey(task.attemptKey()), transactions.isOfAttempt());
    }
}
