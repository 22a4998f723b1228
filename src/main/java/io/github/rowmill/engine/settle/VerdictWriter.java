package io.github.rowmill.engine.settle;

import io.github.rowmill.db.Refusal;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.engine.store.end.Written;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.Backoff;
import io.github.rowmill.task.Lease;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Collects verdicts and writes them in batches. The verdicts that arrive during one batch form the next one. So a
 * single verdict does not wait, and many verdicts need few statements.
 *
 * <p>A single thread writes. If the database refuses, verdicts wait and are tried again, and their leases are
 * kept. The fence makes it harmless to write a verdict twice.
 */
@Singleton
public class VerdictWriter {

    /**
     * Largest number of verdicts in one round. A larger batch delays the next round by more than it saves in round
     * trips.
     */
    private static final int MAX = 2000;

    /**
     * Pause before a row that another transaction holds is tried again. It grows with the consecutive failures of
     * the database. The longest pause is short compared to a lease, and long enough for a database that restarts.
     */
    private static final Backoff PAUSE = new Backoff(Duration.ofMillis(100), Duration.ofMillis(1600));

    /** Longest wait for a verdict before the loop reports that it is alive, in seconds. */
    private static final int SIGN_OF_LIFE = 10;

    private final LinkedBlockingQueue<PendingVerdict> incoming = new LinkedBlockingQueue<>();
    private final Claimant claimant;
    private final Completions completions;
    private final Verdicts verdicts;
    private final VerdictCheck check;
    private final TaskEvents events;
    private final LoopActivity pulse;
    private final Thread thread = new Thread(this::writeUntilClosed, "rowmill-verdicts");
    private volatile boolean closed;

    VerdictWriter(
            Claimant claimant,
            Completions completions,
            Verdicts verdicts,
            VerdictCheck check,
            TaskEvents events,
            Loops loops) {
        this.claimant = claimant;
        this.completions = completions;
        this.verdicts = verdicts;
        this.check = check;
        this.events = events;
        this.pulse = loops.pulse("verdicts", Loops.Kind.VITAL);
        thread.setDaemon(true);
        thread.start();
    }

    void add(PendingVerdict pending) {
        incoming.add(pending);
    }

    private void writeUntilClosed() {
        List<PendingVerdict> left = new ArrayList<>();
        while (!closed) {
            int failures = pulse.failures();
            try {
                List<PendingVerdict> some = collect(left);
                left = new ArrayList<>();
                for (List<PendingVerdict> part : VerdictParts.of(some)) {
                    left.addAll(write(part));
                }
                if (pulse.failures() == failures) {
                    pulse.beat();
                }
            } catch (InterruptedException e) {
                closed = true;
            }
        }
    }

    /** Returns the verdicts that wait, {@code left} of the last round first. */
    private List<PendingVerdict> collect(List<PendingVerdict> left) throws InterruptedException {
        if (!left.isEmpty()) {
            TimeUnit.NANOSECONDS.sleep(PAUSE.after(pulse.failures() + 1).toNanos());
        }
        List<PendingVerdict> some = new ArrayList<>(left);
        @Nullable
        PendingVerdict first = some.isEmpty() ? incoming.poll(SIGN_OF_LIFE, TimeUnit.SECONDS) : incoming.poll();
        if (first != null) {
            some.add(first);
            incoming.drainTo(some, Math.max(0, MAX - some.size()));
        }
        return some.stream().allMatch(PendingVerdict::isSuccess) ? some : lastOfEachLease(some);
    }

    /**
     * Drops each verdict that has a later verdict for the same lease. Two verdicts occur when a failover lost a
     * claim and the claim was made again.
     */
    private static List<PendingVerdict> lastOfEachLease(List<PendingVerdict> some) {
        Map<Lease, PendingVerdict> last = new LinkedHashMap<>();
        for (PendingVerdict one : some) {
            PendingVerdict former = last.put(one.lease(), one);
            if (former != null) {
                former.settled(false);
            }
        }
        return List.copyOf(last.values());
    }

    private List<PendingVerdict> write(List<PendingVerdict> some) {
        try {
            return report(some, send(some));
        } catch (Throwable e) {
            failed(e);
            return some.size() > 1 ? writeSingly(some) : again(some.get(0), e);
        }
    }

    private List<PendingVerdict> again(PendingVerdict alone, Throwable why) {
        return refused(alone, why) == Answer.OVER ? List.of() : List.of(alone);
    }

    /** Reports a failure. If only the verdict cannot be written, the writer itself stays healthy. */
    private void failed(Throwable why) {
        if (!Refusal.isOfTheStatement(why)) {
            pulse.fail();
        }
        events.roundFailed("verdicts", why);
    }

    /** The result of writing one verdict. */
    private enum Answer {
        /** The verdict needs no other try. */
        OVER,
        /** Another transaction holds its row, or the database refused its content. */
        LEFT,
        /** The write failed, apparently by the database's fault. */
        FAILED
    }

    /**
     * Writes verdicts one by one, so that a verdict that cannot be written does not block the others. Two
     * consecutive failures that may not be a verdict's fault count as the database's. Then the remaining verdicts
     * wait, these two after the others.
     */
    private List<PendingVerdict> writeSingly(List<PendingVerdict> some) {
        List<PendingVerdict> again = new ArrayList<>();
        @Nullable PendingVerdict suspect = null;
        for (int i = 0; i < some.size(); i++) {
            PendingVerdict one = some.get(i);
            Answer answer = write(one);
            if (answer == Answer.FAILED && suspect != null) {
                again.addAll(some.subList(i + 1, some.size()));
                again.addAll(List.of(suspect, one));
                return again;
            }
            if (suspect != null && !suspect.isRefusedForGood()) {
                again.add(suspect);
            }
            suspect = answer == Answer.FAILED ? one : null;
            if (answer == Answer.LEFT) {
                again.add(one);
            }
        }
        if (suspect != null) {
            again.add(suspect);
        }
        return again;
    }

    private Answer write(PendingVerdict one) {
        try {
            List<PendingVerdict> alone = List.of(one);
            return report(alone, send(alone)).isEmpty() ? Answer.OVER : Answer.LEFT;
        } catch (Throwable e) {
            failed(e);
            return refused(one, e);
        }
    }

    /**
     * Handles a refused verdict. It is first tried again with ASCII texts: a partly recorded error is better than
     * none.
     */
    private Answer refused(PendingVerdict one, Throwable why) {
        one.refusedBecause(why);
        if (!Refusal.isOfTheStatement(why)) {
            return Answer.FAILED;
        }
        if (one.turnedToAscii()) {
            return write(one);
        }
        return one.isRefusedForGood() ? Answer.OVER : Answer.LEFT;
    }

    /** Sends verdicts of one kind in one statement that waits for no row. Returns those that were written. */
    private Written send(List<PendingVerdict> part) {
        return part.get(0).isSuccess()
                ? completions.completeAll(
                        claimant, part.stream().map(PendingVerdict::success).toList())
                : verdicts.writeAll(
                        claimant, part.stream().map(PendingVerdict::verdict).toList());
    }

    private List<PendingVerdict> report(List<PendingVerdict> some, Written written) {
        VerdictCheck.Result result = check.of(some, written.leases());
        result.written().forEach(one -> one.settled(true));
        result.stale().forEach(one -> one.settled(false));
        events.watchedEnded(written.watchedIds());
        return result.left();
    }

    @PreDestroy
    void close() {
        closed = true;
        thread.interrupt();
    }
}
