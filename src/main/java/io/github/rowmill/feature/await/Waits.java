package io.github.rowmill.feature.await;

import io.github.rowmill.engine.store.TaskEnds.End;
import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The waits of callers by task. Safe for all threads. */
final class Waits {

    private final Map<Long, List<CompletableFuture<Optional<End>>>> callers = new HashMap<>();
    private final Set<Long> unmarked = new LinkedHashSet<>();
    private final Set<Long> told = new LinkedHashSet<>();

    /** Adds a wait. Returns whether the loop must be woken for it. */
    synchronized boolean add(long id, CompletableFuture<Optional<End>> caller) {
        List<CompletableFuture<Optional<End>>> all = callers.computeIfAbsent(id, one -> new ArrayList<>());
        all.add(caller);
        boolean isFirst = unmarked.isEmpty();
        return all.size() == 1 && unmarked.add(id) && isFirst;
    }

    /** Removes a wait. Does nothing if it has ended. */
    synchronized void remove(long id, CompletableFuture<Optional<End>> caller) {
        List<CompletableFuture<Optional<End>>> all = callers.get(id);
        if (all != null && all.remove(caller) && all.isEmpty()) {
            take(id);
        }
    }

    /** Returns at most {@code limit} tasks that are not marked yet. */
    synchronized List<Long> unmarked(int limit) {
        return unmarked.stream().limit(limit).toList();
    }

    /** Stores that tasks are marked. */
    synchronized void marked(Collection<Long> ids) {
        ids.forEach(unmarked::remove);
        notifyAll();
    }

    /** Waits until all tasks are marked or have ended, for at most {@code most}. */
    synchronized void awaitMarks(Duration most, Ticker ticker) throws InterruptedException {
        long end = ticker.nanos() + most.toNanos();
        for (long left = most.toNanos(); left > 0 && !unmarked.isEmpty(); left = end - ticker.nanos()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Returns all tasks that are marked. */
    synchronized List<Long> marked() {
        return callers.keySet().stream().filter(this::isMarked).toList();
    }

    /** Returns whether a task is marked, so that its row has existed. */
    synchronized boolean isMarked(long id) {
        return callers.containsKey(id) && !unmarked.contains(id);
    }

    /** Stores that tasks seem to have ended. Returns whether the loop must be woken for it. */
    synchronized boolean ended(Collection<Long> ids) {
        boolean isFirst = told.isEmpty();
        ids.stream().filter(callers::containsKey).forEach(told::add);
        return isFirst && !told.isEmpty();
    }

    /** Returns the tasks that seem to have ended, each once. */
    synchronized List<Long> told() {
        List<Long> all = List.copyOf(told);
        told.clear();
        return all;
    }

    /** Removes and returns the waits for a task. */
    synchronized List<CompletableFuture<Optional<End>>> take(long id) {
        unmarked.remove(id);
        told.remove(id);
        notifyAll();
        List<CompletableFuture<Optional<End>>> all = callers.remove(id);
        return all == null ? List.of() : all;
    }

    /** Removes and returns all waits. */
    synchronized List<CompletableFuture<Optional<End>>> takeAll() {
        return List.copyOf(callers.keySet()).stream()
                .flatMap(id -> take(id).stream())
                .toList();
    }

    synchronized int size() {
        return callers.size();
    }
}
