package io.github.rowmill.feature.await;

import io.github.rowmill.engine.call.OnWorkers;
import io.github.rowmill.engine.store.TaskEnds.End;
import io.github.rowmill.engine.store.TaskEnds.Mark;
import io.github.rowmill.engine.store.TaskEnds.Marked;
import io.github.rowmill.engine.wake.Listener;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The tasks of which callers on this node wait for the end. A loop marks them, and reads how they have ended. It is
 * woken by ends on this node and by notifications of other nodes. Every five seconds, one statement finds the ends of
 * all awaited tasks whose notification was lost.
 */
@Singleton
public class AwaitedTasks {

    private static final Duration POLL = Duration.ofSeconds(5);

    /** First pause before a locked row is tried again. Each further one is twice as long. */
    private static final Duration LOCKED = Duration.ofMillis(2);

    /** A pause of this length is not doubled any more. */
    private static final Duration MAX_LOCKED = Duration.ofMillis(500);

    /** Number of tasks that are marked in one statement. */
    private static final int MARKED = 1000;

    /** Number of results that are read in one statement, because each may be large. */
    private static final int READ = 50;

    private final AwaitedRows rows;
    private final OnWorkers workers;
    private final NodeState node;
    private final Provider<Listener> listener;
    private final Ticker ticker;
    private final Loop loop;
    private final Waits waits = new Waits();
    private Duration pause = LOCKED;
    private long polledAt;

    AwaitedTasks(
            AwaitedRows rows,
            OnWorkers workers,
            NodeState node,
            Provider<Listener> listener,
            Ticker ticker,
            Loops loops) {
        this.rows = rows;
        this.workers = workers;
        this.node = node;
        this.listener = listener;
        this.ticker = ticker;
        this.loop = loops.woken("await", this::round);
        this.polledAt = ticker.nanos();
        node.whenClosed(this::close);
    }

    /**
     * Returns how a task ends, as soon as it has ended. Does not wait. The caller must call {@link #forget} if it
     * does not wait any more.
     *
     * @return a future that completes with an empty value if this node stops before
     */
    public CompletableFuture<Optional<End>> end(long id) {
        CompletableFuture<Optional<End>> end = new CompletableFuture<>();
        if (waits.add(id, end)) {
            listener.get().startForEnds();
            loop.wake();
        }
        if (node.isClosed()) {
            close();
        }
        return end;
    }

    /** Ends the wait of a caller. */
    public void forget(long id, CompletableFuture<Optional<End>> end) {
        waits.remove(id, end);
    }

    /** Returns the number of tasks whose end is awaited on this node. */
    public int size() {
        return waits.size();
    }

    /**
     * Waits until all awaited tasks are marked or have ended. A claim passes over a row that is being marked.
     *
     * @param most the longest wait, as another transaction may hold a row
     */
    public void awaitMarks(Duration most) throws InterruptedException {
        waits.awaitMarks(most, ticker);
    }

    /** Receives that tasks have ended. Ignores tasks that no caller waits for. */
    void ended(Collection<Long> ids) {
        if (waits.ended(ids)) {
            loop.wake();
        }
    }

    /** Looks for ends at once, because notifications may have been missed. */
    void look() {
        if (waits.size() > 0) {
            waits.ended(waits.marked());
            loop.wake();
        }
    }

    private void round() {
        if (waits.size() == 0) {
            return;
        }
        loop.within(POLL); // first, so that a failed round is followed by another one
        mark();
        poll();
        readAll();
    }

    private void mark() {
        List<Long> ids = waits.unmarked(MARKED);
        if (ids.isEmpty()) {
            return;
        }
        Map<Mark, List<Long>> states = rows.mark(ids).stream()
                .collect(Collectors.groupingBy(Marked::mark, Collectors.mapping(Marked::id, Collectors.toList())));
        waits.marked(states.getOrDefault(Mark.WATCHED, List.of()));
        waits.ended(states.getOrDefault(Mark.ENDED, List.of()));
        waits.ended(states.getOrDefault(Mark.GONE, List.of()));
        if (states.containsKey(Mark.LOCKED)) {
            loop.within(pause);
            pause = pause.compareTo(MAX_LOCKED) < 0 ? pause.multipliedBy(2) : pause;
        } else {
            pause = LOCKED;
        }
        if (ids.size() == MARKED) {
            loop.within(LOCKED);
        }
    }

    private void poll() {
        if (ticker.since(polledAt).compareTo(POLL) >= 0) {
            polledAt = ticker.nanos();
            List<Long> marked = waits.marked();
            if (!marked.isEmpty()) {
                waits.ended(rows.ended(marked));
            }
        }
    }

    /** Reads how tasks have ended. A task that has not ended yet stays awaited. */
    private void readAll() {
        List<Long> ids = waits.told();
        for (int from = 0; from < ids.size(); from += READ) {
            read(ids.subList(from, Math.min(from + READ, ids.size())));
        }
    }

    private void read(List<Long> ids) {
        List<End> ends = rows.read(ids);
        Set<Long> others = new HashSet<>(ids);
        ends.forEach(end -> others.remove(end.id()));
        ends.forEach(this::complete);
        if (!others.isEmpty()) {
            for (Marked one : rows.mark(others)) {
                switch (one.mark()) {
                    case GONE -> complete(rows.gone(one.id(), waits.isMarked(one.id())));
                    case ENDED -> ended(List.of(one.id())); // between the two statements
                    case WATCHED, LOCKED -> {}
                }
            }
        }
    }

    private void complete(End end) {
        List<CompletableFuture<Optional<End>>> callers = waits.take(end.id());
        workers.supply(() -> {
            callers.forEach(one -> one.complete(Optional.of(end)));
            return true;
        });
    }

    private void close() {
        List<CompletableFuture<Optional<End>>> callers = waits.takeAll();
        if (!callers.isEmpty()) {
            workers.supply(() -> {
                callers.forEach(one -> one.complete(Optional.empty()));
                return true;
            });
        }
    }
}
