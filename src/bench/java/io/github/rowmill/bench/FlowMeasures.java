package io.github.rowmill.bench;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Measures flows and results from inside a node: enqueues, and callers that wait for results. */
@ApplicationScoped
class FlowMeasures {

    private static final int CHAINS_OF_A_TRANSACTION = 100;

    private final Flows flows;
    private final TaskQueue tasks;
    private final Notes notes;

    FlowMeasures(Flows flows, TaskQueue tasks, Notes notes) {
        this.flows = flows;
        this.tasks = tasks;
        this.notes = notes;
    }

    /** Enqueues chains of three tasks that do nothing. */
    @Handles(value = "measure-chains", timeout = "30m")
    void enqueueChains(Measures.Many many, TaskContext task) throws SQLException {
        long start = System.nanoTime();
        for (int done = 0; done < many.tasks(); done += CHAINS_OF_A_TRANSACTION) {
            int some = Math.min(CHAINS_OF_A_TRANSACTION, many.tasks() - done);
            QuarkusTransaction.requiringNew().run(() -> {
                for (int n = 0; n < some; n++) {
                    flows.enqueue(Flow.chain("chain", NewTask.of("noop"), NewTask.of("noop"), NewTask.of("noop")));
                }
            });
        }
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    /** Enqueues a part of many tasks, and a task after all of them. */
    @Handles(value = "measure-fan-in", timeout = "30m")
    void enqueueFanIn(Measures.Many many, TaskContext task) throws SQLException {
        Flow flow = Flow.of("fan-in");
        Flow.Part part = flow.add("many", Collections.nCopies(many.tasks(), NewTask.of("noop")));
        flow.add("last", NewTask.of("answer")).after(part);
        long start = System.nanoTime();
        flows.enqueue(flow);
        notes.note(task.id(), "took", System.nanoTime() - start);
    }

    /**
     * Enqueues tasks one after the other, waits for each result, and notes the time at which the result came. A
     * separate thread waits, because a handler must not wait for a result.
     */
    @Handles(value = "measure-results", timeout = "30m")
    void awaitResults(Measures.Many many) throws SQLException, InterruptedException {
        Map<Long, Instant> seen = new LinkedHashMap<>();
        Thread caller = new Thread(
                () -> {
                    for (int n = 0; n < many.tasks(); n++) {
                        long id = tasks.enqueue(NewTask.of("answer")).id();
                        tasks.result(id, Integer.class).toCompletableFuture().join();
                        seen.put(id, Instant.now());
                    }
                },
                "bench-caller");
        caller.start();
        caller.join();
        for (Map.Entry<Long, Instant> one : seen.entrySet()) {
            notes.note(one.getKey(), "result", ChronoUnit.NANOS.between(Instant.EPOCH, one.getValue()));
        }
    }

    /** Returns a result. */
    @Handles("answer")
    int answer() {
        return 1;
    }
}
