package io.github.rowmill.operate.http.result;

import io.github.rowmill.engine.store.TaskEnds.End;
import io.github.rowmill.feature.await.AwaitedTasks;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.ProblemException;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The requests that wait for results. Their number is limited for each caller and for the node. */
@Singleton
class ResultWaits {

    private static final int MAX_OF_CALLER = 100;
    private static final int MAX = 2_000;

    private final AwaitedTasks awaited;
    private final Map<String, Integer> callers = new HashMap<>();
    private int all;

    ResultWaits(AwaitedTasks awaited) {
        this.awaited = awaited;
    }

    /**
     * A wait of a request. It must be closed when the request is answered, or its connection breaks.
     *
     * @param end completes with the end of the task; with an empty value if this node stops
     */
    record Wait(CompletableFuture<Optional<End>> end, Runnable release) implements AutoCloseable {

        @Override
        public void close() {
            end.complete(Optional.empty());
            release.run();
        }
    }

    /**
     * Waits for the end of a task.
     *
     * @throws ProblemException as many requests of the caller, or on this node, wait as may
     */
    Wait begin(String caller, long id) {
        add(caller);
        CompletableFuture<Optional<End>> end = awaited.end(id);
        Runnable release = once(() -> {
            awaited.forget(id, end);
            remove(caller);
        });
        return new Wait(end, release);
    }

    /**
     * Waits for the end of a task, for at most {@code most}, until the node stops or the connection of the request
     * breaks. The value is empty if the task has not ended by then.
     */
    Uni<Optional<End>> end(String caller, long id, Duration most, RoutingContext request) {
        Wait waiting = begin(caller, id);
        request.addEndHandler(sent -> waiting.close());
        if (request.response().closed()) {
            waiting.close(); // it broke before the handler was there
        }
        return Uni.createFrom()
                .completionStage(waiting.end())
                .ifNoItem()
                .after(most)
                .recoverWithItem(Optional.empty())
                .onTermination()
                .invoke(waiting::close);
    }

    private synchronized void add(String caller) {
        if (callers.getOrDefault(caller, 0) >= MAX_OF_CALLER) {
            throw ProblemException.of(
                    Problem.Kind.TOO_MANY_WAITS,
                    "%s requests of the caller '%s' wait for results, which is the most; wait until one is answered"
                            .formatted(MAX_OF_CALLER, caller));
        }
        if (all >= MAX) {
            throw ProblemException.of(
                    Problem.Kind.UNAVAILABLE,
                    "%s requests wait for results on this node; try again later".formatted(all));
        }
        callers.merge(caller, 1, Integer::sum);
        all++;
    }

    private synchronized void remove(String caller) {
        callers.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
        all--;
    }

    /** Returns the number of requests that wait on this node. */
    synchronized int size() {
        return all;
    }

    private static Runnable once(Runnable work) {
        AtomicBoolean done = new AtomicBoolean();
        return () -> {
            if (done.compareAndSet(false, true)) {
                work.run();
            }
        };
    }
}
