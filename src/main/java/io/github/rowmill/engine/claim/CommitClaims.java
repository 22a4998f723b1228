package io.github.rowmill.engine.claim;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.enqueue.ClaimAtCommit;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.hold.Demand;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Claims tasks in the transaction that enqueues them, if workers are free and no other task seems to wait in their
 * queue. These tasks need no search, and start right after their commit. Runs on the threads of the application.
 */
@Singleton
class CommitClaims implements ClaimAtCommit {

    private final Reservations reservations;
    private final Claimant claimant;
    private final Claims claims;
    private final WorkerPool pool;
    private final TaskEvents events;
    private final Ticker ticker;
    private final LostClaims lost;

    CommitClaims(
            Reservations reservations,
            Claimant claimant,
            Claims claims,
            WorkerPool pool,
            TaskEvents events,
            Ticker ticker,
            LostClaims lost) {
        this.reservations = reservations;
        this.claimant = claimant;
        this.claims = claims;
        this.pool = pool;
        this.events = events;
        this.ticker = ticker;
        this.lost = lost;
    }

    @Override
    public ClaimAtCommit.Claim claim(List<TaskEvent.Enqueued> due) {
        Map<String, List<TaskEvent.Enqueued>> byQueue = due.stream()
                .filter(some -> some.duplicates() == 0 && reservations.areOfUse(some.queue(), some.type()))
                .collect(Collectors.groupingBy(TaskEvent.Enqueued::queue, LinkedHashMap::new, Collectors.toList()));
        CommitClaim claim = new CommitClaim();
        boolean failed = true;
        try {
            byQueue.forEach((queue, some) ->
                    claim.take(queue, demand(some), () -> claims.claimNew(claimant, queue, ids(some)), tasks -> tasks));
            failed = false;
            return claim;
        } finally {
            if (failed) {
                claim.end(false);
            }
        }
    }

    private Demand demand(List<TaskEvent.Enqueued> some) {
        return some.stream()
                .map(one -> pool.demand(one.type(), one.ids().size()))
                .reduce(Demand.NONE, Demand::plus);
    }

    private static List<Long> ids(List<TaskEvent.Enqueued> some) {
        return some.stream().flatMap(one -> one.ids().stream()).toList();
    }

    @Override
    public Optional<Inserts.Made> insert(NewRow row) {
        if (!reservations.areOfUse(row.queue(), row.task().type())) {
            return Optional.empty();
        }
        CommitClaim claim = new CommitClaim();
        boolean committed = false;
        try {
            Optional<Inserts.Made> made = claim.take(
                    row.queue(),
                    pool.demand(row.task().type(), 1),
                    () -> claims.insertNew(claimant, row),
                    Inserts.Made::claimed);
            committed = true;
            return made;
        } finally {
            claim.end(committed);
        }
    }

    /**
     * A claim from one queue.
     *
     * @param reserved the workers and connections that are reserved for the claim
     * @param free number of workers that were free for the queue
     */
    private record Part(String queue, Demand reserved, int free, List<Claimed> tasks, long sentAt, Duration took) {}

    private final class CommitClaim implements ClaimAtCommit.Claim {

        private final List<Part> parts = new ArrayList<>();
        private final Set<Long> claimed = new HashSet<>();
        private final LostClaims.Claim outcome = lost.begin();

        /**
         * Claims by this statement the tasks that {@code demand} is reserved for.
         *
         * @return empty if there is no room; then no statement was sent
         */
        private <T> Optional<T> take(
                String queue, Demand demand, Supplier<T> statement, Function<T, List<Claimed>> tasksOf) {
            int free = reservations.reserve(queue, demand);
            if (free == 0) {
                return Optional.empty();
            }
            long sentAt = ticker.nanos();
            List<Claimed> tasks = List.of();
            try {
                T result = statement.get();
                tasks = tasksOf.apply(result);
                reservations.claimed(queue, tasks.size());
                tasks.forEach(task -> claimed.add(task.id()));
                return Optional.of(result);
            } finally {
                parts.add(new Part(queue, demand, free, tasks, sentAt, ticker.since(sentAt)));
            }
        }

        @Override
        public boolean hasAll(List<Long> ids) {
            return !ids.isEmpty() && claimed.containsAll(ids);
        }

        /**
         * A reservation of workers ends only after its tasks are held, so that the node never looks idle in between.
         */
        @Override
        public void end(boolean committed) {
            try (outcome) {
                for (Part part : parts) {
                    try {
                        if (committed) {
                            pool.start(part.tasks(), part.sentAt());
                        }
                    } finally {
                        reservations.release(part.queue(), part.reserved());
                    }
                }
                if (committed || parts.isEmpty()) {
                    outcome.answered();
                }
            }
            if (committed) {
                parts.forEach(part -> events.fire(new TaskEvent.Claimed(
                        part.queue(), part.free(), part.tasks().size(), part.took())));
            }
        }
    }
}
