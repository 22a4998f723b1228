package io.github.rowmill.operate.cli;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.engine.read.TaskReader;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.operate.cli.terminal.CommandFailedException;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Measures the cost of the queue itself with tasks whose handler does nothing. They are in the one queue that this
 * application works on. By configuration they are deleted when they complete, so that nothing stays.
 */
@Singleton
class Bench {

    /** Tasks that are enqueued in one transaction. */
    private static final int AT_ONCE = 10_000;

    /**
     * Pause between two checks whether all tasks are done. It is short compared with the seconds that they take.
     */
    private static final Duration LOOK = Duration.ofMillis(20);

    private final RowmillConfig config;
    private final TaskQueue tasks;
    private final TaskReader reader;
    private final NodeState node;
    private final Claimer claimer;
    private final Ticker ticker;

    Bench(RowmillConfig config, TaskQueue tasks, TaskReader reader, NodeState node, Claimer claimer, Ticker ticker) {
        this.config = config;
        this.tasks = tasks;
        this.reader = reader;
        this.node = node;
        this.claimer = claimer;
        this.ticker = ticker;
    }

    /**
     * The result of a measurement.
     *
     * @param tasks the number of tasks
     * @param enqueued the time in which they were enqueued
     * @param drained the time in which they were run
     * @param isAlone whether no other node ran some of the tasks, and kept them
     */
    record Result(int tasks, Duration enqueued, Duration drained, boolean isAlone) {

        static long perSecond(int tasks, Duration took) {
            return Math.round(tasks / Math.max(took.toNanos() / 1e9, 1e-9));
        }
    }

    /** Enqueues {@code count} tasks of a type, then runs them. Calls {@code progress} now and then with a text. */
    Result run(String type, int count, Consumer<String> progress) {
        String queue = config.onlyQueues().orElseThrow().iterator().next();
        if (!claimer.worksOn(queue, type)) {
            throw new CommandFailedException(
                    ExitCode.FAILED,
                    "this application has no handler for the type '%s'; name a type whose handler does nothing by --type"
                            .formatted(type));
        }
        long from = ticker.nanos();
        enqueue(queue, type, count, progress);
        Duration enqueued = ticker.since(from);
        from = ticker.nanos();
        node.open();
        runAll(queue);
        return new Result(count, enqueued, ticker.since(from), isNone(Term.of(Condition.QUEUE, queue)));
    }

    private void enqueue(String queue, String type, int count, Consumer<String> progress) {
        NewTask task = NewTask.of(type).queue(queue).source("bench");
        for (int done = 0; done < count; ) {
            int next = Math.min(AT_ONCE, count - done);
            QuarkusTransaction.requiringNew().run(() -> tasks.enqueue(Collections.nCopies(next, task)));
            done += next;
            progress.accept(String.format(Locale.ROOT, "%,d of %,d enqueued", done, count));
        }
    }

    /**
     * Starts claim rounds as a node's scheduler does, but more often, so that the result includes no wait for the
     * next round.
     */
    private void runAll(String queue) {
        Term ours = Term.of(Condition.QUEUE, queue);
        try {
            while (!Stream.of(TaskStatus.QUEUED, TaskStatus.EXECUTING)
                    .allMatch(status -> isNone(ours, Term.of(status)))) {
                claimer.claimOnce();
                Thread.sleep(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailedException(
                    ExitCode.FAILED, "interrupted; tasks of the queue %s stay".formatted(queue));
        }
    }

    private boolean isNone(Term... terms) {
        return reader.page(new TaskFilter(List.of(terms), null), 1, TaskReader.Payloads.NONE)
                .tasks()
                .isEmpty();
    }
}
