package io.github.rowmill.feature.lend;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.Bisection;
import io.github.rowmill.db.UnansweredException;
import io.github.rowmill.engine.settle.AttemptEndListener;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.LeaseRow;
import io.github.rowmill.engine.store.LeaseRows;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.engine.store.end.Written;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the verdicts of remote workers under the fence, and fires their events. */
@Singleton
class LoanWriter {

    /** Pause before rows that another transaction holds are tried again. Renewals and readers hold them briefly. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Tries until the caller is asked to come again. */
    private static final int TRIES = 40;

    private final Completions completions;
    private final Verdicts verdicts;
    private final LeaseRows rows;
    private final AttemptEndListener listener;
    private final TaskEvents events;

    LoanWriter(
            Completions completions,
            Verdicts verdicts,
            LeaseRows rows,
            AttemptEndListener listener,
            TaskEvents events) {
        this.completions = completions;
        this.verdicts = verdicts;
        this.rows = rows;
        this.listener = listener;
        this.events = events;
    }

    /**
     * Writes settlements that have a verdict.
     *
     * @return the leases whose verdicts are written; the fence refused the others
     * @throws UnansweredException if another transaction holds a row for too long; the call may be repeated
     * @throws RuntimeException if the database refuses a row. The others are written
     */
    Set<Lease> write(Claimant holder, List<Settlement> settlements) {
        Set<Lease> written = new HashSet<>();
        Map<Lease, RuntimeException> refused = new LinkedHashMap<>();
        List<Settlement> left = settlements;
        for (int tries = 0; !left.isEmpty(); tries++) {
            pauseAfter(tries);
            Written all = writeOnce(holder, left, refused);
            Set<Lease> now = all.leases();
            left.stream().filter(one -> now.contains(lease(one))).forEach(this::ended);
            events.watchedEnded(all.watchedIds());
            written.addAll(now);
            left = held(
                    holder,
                    left.stream()
                            .filter(one -> !now.contains(lease(one)) && !refused.containsKey(lease(one)))
                            .toList());
        }
        for (RuntimeException first : refused.values()) {
            throw first;
        }
        return written;
    }

    /** Fires the event of a verdict whose lease the worker does not hold. */
    void refused(LeaseRow row, Lease lease) {
        events.fire(new TaskEvent.Stale(lease.id(), row.queue(), row.type(), lease.attemptKey()));
    }

    private static Lease lease(Settlement one) {
        return one.task().lease();
    }

    private static void pauseAfter(int tries) {
        if (tries >= TRIES) {
            throw new UnansweredException("another transaction holds the row of a task; try again later", null);
        }
        if (tries == 0) {
            return;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnansweredException("the node stops; try again on another", e);
        }
    }

    /** Writes settlements once, and adds to {@code refused} those that the database refuses. */
    private Written writeOnce(Claimant holder, List<Settlement> some, Map<Lease, RuntimeException> refused) {
        List<Verdict> all =
                some.stream().flatMap(one -> Stream.ofNullable(one.verdict())).toList();
        Map<Verdict.Completed.Kind, List<Verdict.Completed>> completed = all.stream()
                .filter(Verdict.Completed.class::isInstance)
                .map(Verdict.Completed.class::cast)
                .collect(Collectors.groupingBy(Verdict.Completed::kind));
        List<Verdict> others =
                all.stream().filter(one -> !(one instanceof Verdict.Completed)).toList();
        // A database whose encoding lacks a character of an error refuses it. ASCII is better than nothing.
        List<Written> settled = Bisection.of(
                others,
                part -> List.of(verdicts.writeAll(holder, part)),
                (one, why) -> writeInAscii(holder, one, refused));
        Stream<Written> ended = completed.values().stream()
                .flatMap(alike -> Bisection.of(
                        alike,
                        part -> List.of(completions.completeAll(holder, part)),
                        (one, why) -> none(one, why, refused))
                        .stream());
        return Stream.concat(ended, settled.stream()).reduce(Written.NOTHING, Written::and);
    }

    private List<Written> writeInAscii(Claimant holder, Verdict one, Map<Lease, RuntimeException> refused) {
        return Bisection.of(
                List.of(one.inAscii()),
                ascii -> List.of(verdicts.writeAll(holder, ascii)),
                (same, why) -> none(same, why, refused));
    }

    private static List<Written> none(Verdict one, RuntimeException why, Map<Lease, RuntimeException> refused) {
        refused.put(one.lease(), why);
        return List.of();
    }

    /** Returns those that another transaction holds. The others are lost, and an event is fired for each. */
    private List<Settlement> held(Claimant holder, List<Settlement> passedOver) {
        if (passedOver.isEmpty()) {
            return List.of();
        }
        Map<Long, LeaseRow> now =
                rows.of(passedOver.stream().map(LoanWriter::lease).toList());
        return passedOver.stream()
                .filter(one -> {
                    LeaseRow row = now.get(one.task().id());
                    boolean held = row != null && row.isHeld(holder.name(), lease(one));
                    if (!held) {
                        stale(one.task());
                    }
                    return held;
                })
                .toList();
    }

    private void ended(Settlement one) {
        Claimed task = one.task();
        announceEnd(task);
        Ending ending = one.ending();
        boolean dead = one.verdict() instanceof Verdict.Dead;
        events.fire(
                new TaskEvent.Ended(task.id(), task.queue(), task.type(), task.attempt(), ending, one.took(), dead));
    }

    private void stale(Claimed task) {
        announceEnd(task);
        events.fire(new TaskEvent.Stale(
                task.id(), task.queue(), task.type(), task.lease().attemptKey()));
    }

    private void announceEnd(Claimed task) {
        if (task.key() != null) {
            listener.over(task);
        }
    }
}
