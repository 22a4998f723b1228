package io.github.rowmill.feature.lend;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Finds due tasks for remote workers, and takes them queue by queue. */
@Singleton
class DueLoans {

    /** Bytes of all payloads of a claim. An answer of the API has at most twice as many. */
    private static final long MAX_BYTES = 4_000_000;

    private final DueQueues queues;
    private final Claims claims;
    private final Suspects suspects;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Duration lease;
    private volatile BiConsumer<String, Duration> deferred = (queue, later) -> {};

    DueLoans(
            DueQueues queues,
            Claims claims,
            Suspects suspects,
            TaskEvents events,
            Ticker ticker,
            RowmillConfig config) {
        this.queues = queues;
        this.claims = claims;
        this.suspects = suspects;
        this.events = events;
        this.ticker = ticker;
        this.lease = config.lease();
    }

    /**
     * Calls {@code listener} with each queue whose rules hold tasks back, and with the time until they allow more.
     * The time is zero if it is unknown.
     */
    void onDeferred(BiConsumer<String, Duration> listener) {
        deferred = listener;
    }

    /** Looks at all queues for due tasks of these types. */
    DueWork look(Set<String> types) {
        DueQueues.Queues found = queues.queues(queues.walk(types, () -> {}));
        Map<String, List<Group>> due = new HashMap<>();
        found.due().forEach((queue, one) -> due.put(queue, one.groups()));
        return DueWork.of(due, found.quarantined());
    }

    /** Looks at some queues for due tasks of these types. Keeps tasks in quarantine of the last look. */
    DueWork look(Collection<String> some, Set<String> types, DueWork last) {
        Map<String, List<Group>> due = new HashMap<>();
        some.forEach(queue -> due.put(queue, queues.groups(queue, types)));
        return last.then(due);
    }

    /** Returns whether a look has shown a queue that may have a task for this request. */
    boolean hasAny(RemoteWorker worker, ClaimRequest request, DueWork found) {
        return !work(worker, request, found).isEmpty()
                || !quarantined(worker, request, found).isEmpty();
    }

    /**
     * Takes tasks into {@code tasks}: one task in quarantine alone, or others.
     *
     * @param held the number of tasks that the worker holds
     */
    void take(RemoteWorker worker, ClaimRequest request, DueWork found, int held, List<Claimed> tasks) {
        Map<String, Set<String>> work = work(worker, request, found);
        for (Map.Entry<String, Set<String>> one :
                quarantined(worker, request, found).entrySet()) {
            Claimant claimant = claimant(worker, one.getValue(), lease);
            boolean isDone = held == 0
                    ? takeSuspect(claimant, one.getKey(), found, work.isEmpty(), tasks)
                    : waitsForSuspect(claimant, one.getKey(), found);
            if (isDone) {
                return;
            }
        }
        takeShares(worker, request.room(), work, found, tasks);
        // What one queue did not fill, the others get.
        takeShares(worker, request.room(), work, found, tasks);
    }

    /** Takes a task in quarantine if that is all there is, or its turn. Returns whether it took one. */
    private boolean takeSuspect(Claimant claimant, String queue, DueWork found, boolean isAll, List<Claimed> tasks) {
        if (isAll || Suspects.isTurnOf(found.quarantined(queue, claimant.types()))) {
            tasks.addAll(taken(queue, 1, () -> suspects.claim(claimant, queue)));
            if (tasks.isEmpty()) {
                found.noneStarts(queue, claimant.types());
            }
        }
        return !tasks.isEmpty();
    }

    /** Returns whether a busy worker gets no task now, because a task in quarantine waits for it to be alone. */
    private boolean waitsForSuspect(Claimant claimant, String queue, DueWork found) {
        if (!Suspects.isTimeOf(found.quarantined(queue, claimant.types()))) {
            return false;
        }
        boolean mayStart = suspects.mayStart(claimant, queue);
        if (!mayStart) {
            found.noneStarts(queue, claimant.types());
        }
        return mayStart;
    }

    /** A queue with the types that a worker may take from it. A random rank by weight decides the order of queues. */
    private record Part(String queue, Set<String> types, int weight, double rank) {}

    /** Takes the share of each queue, by weight, in an order that is random by weight. */
    private void takeShares(
            RemoteWorker worker, int room, Map<String, Set<String>> work, DueWork found, List<Claimed> tasks) {
        List<Part> parts = work.entrySet().stream()
                .map(one -> part(one.getKey(), one.getValue()))
                .sorted(Comparator.comparing(Part::rank))
                .toList();
        int rest = parts.stream().mapToInt(Part::weight).sum();
        for (Part part : parts) {
            int left = room - tasks.size();
            int share = (int) (((long) left * part.weight() + rest - 1) / rest);
            rest -= part.weight();
            if (share > 0) {
                Claimant claimant = claimant(worker, part.types(), lease);
                tasks.addAll(takeFrom(part.queue(), claimant, found, share, bytesOf(tasks)));
            }
        }
    }

    private Part part(String queue, Set<String> types) {
        int weight = queues.preference(queue).weight();
        double rank = -Math.log(1 - ThreadLocalRandom.current().nextDouble()) / weight;
        return new Part(queue, types, weight, rank);
    }

    private static long bytesOf(List<Claimed> tasks) {
        return tasks.stream().mapToLong(Claimed::bytes).sum();
    }

    private List<Claimed> takeFrom(String queue, Claimant claimant, DueWork found, int most, long bytes) {
        List<Group> groups = found.groups(queue, claimant.types());
        if (bytes >= MAX_BYTES || (groups.isEmpty() && !queues.mayHaveWaiting(queue))) {
            return List.of();
        }
        ClaimLimits limits = new ClaimLimits(most, most, most, MAX_BYTES - bytes);
        return taken(queue, most, () -> {
            Claims.Taken taken = claims.claim(claimant, queues.plan(queue, groups), limits);
            if (!taken.full() || taken.next().heldBack()) {
                found.empty(queue, claimant.types());
            }
            if (taken.next().heldBack()) {
                deferred.accept(queue, taken.next().later().orElse(Duration.ZERO));
            }
            return taken;
        });
    }

    private List<Claimed> taken(String queue, int wanted, Supplier<Claims.Taken> claim) {
        long sentAt = ticker.nanos();
        Claims.Taken taken = claim.get();
        taken.aside().forEach(row -> events.fire(new TaskEvent.SetAside(row.id(), row.queue(), row.type(), row.why())));
        Throwable refusal = taken.refusal();
        if (refusal != null) {
            events.roundFailed("lend", refusal);
        }
        int count = taken.tasks().size();
        if (count > 0) {
            events.fire(new TaskEvent.Claimed(queue, taken.full() ? count : wanted, count, ticker.since(sentAt)));
        }
        return taken.tasks();
    }

    static Claimant claimant(RemoteWorker worker, Set<String> types, Duration lease) {
        return new Claimant(worker.name(), types, lease);
    }

    private static Map<String, Set<String>> work(RemoteWorker worker, ClaimRequest request, DueWork found) {
        return typesOf(worker, request, found.queues());
    }

    private static Map<String, Set<String>> quarantined(RemoteWorker worker, ClaimRequest request, DueWork found) {
        Map<String, Set<String>> types = typesOf(worker, request, found.quarantinedQueues());
        types.entrySet()
                .removeIf(one -> found.quarantined(one.getKey(), one.getValue()).isEmpty());
        return types;
    }

    /** Returns the types that the worker may run and wants, by queue. */
    private static Map<String, Set<String>> typesOf(RemoteWorker worker, ClaimRequest request, Set<String> queues) {
        Map<String, Set<String>> types = new LinkedHashMap<>();
        queues.stream().filter(request::isFor).forEach(queue -> {
            Set<String> own = worker.typesIn(queue, request.types());
            if (!own.isEmpty()) {
                types.put(queue, own);
            }
        });
        return types;
    }
}
