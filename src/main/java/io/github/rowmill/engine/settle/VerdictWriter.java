package io.github.rowmill.engine.settle;

import io.github.rowmill.engine.store.Completions;
import io.github.rowmill.engine.store.Verdicts;
import io.github.rowmill.engine.store.sql.Refusal;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.Pulse;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Backoff;
import io.github.rowmill.task.Lease;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Collects verdicts and writes them together: whatever has come while one batch was written is the next, so that a lone
 * verdict does not wait and a flood makes few statements.
 *
 * <p>One thread writes. If the database refuses, verdicts wait and are tried again, while their leases are kept; the
 * fence makes writing one twice harmless.
 */
@Singleton
public class VerdictWriter {

    /** Most verdicts of one round: more makes it slower to come back than it saves in round trips. */
    private static final int MAX = 2000;

    /**
     * Pause before a row that another transaction holds is tried again, and by the failures in a row of the database: at the
     * end short beside a lease, and long enough for a database that is coming back.
     */
    private static final Backoff PAUSE = new Backoff(Duration.ofMillis(100), Duration.ofMillis(1600));

    /** Seconds: without verdicts it shows so often that it is alive. */
    private static final int SIGN_OF_LIFE = 10;

    private final LinkedBlockingQueue<PendingVerdict> incoming = new LinkedBlockingQueue<>();
    private final Completions completions;
    private final Verdicts verdicts;
    private final Reread reread;
    private final TaskEvents events;
    private final Pulse pulse;
    private final Thread thread = new Thread(this::writeUntilClosed, "rowmill-verdicts");
    private volatile boolean closed;

    VerdictWriter(Completions completions, Verdicts verdicts, Reread reread, TaskEvents events, Loops loops) {
        this.completions = completions;
        this.verdicts = verdicts;
        this.reread = reread;
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
                left = new ArrayList<>(
                        write(some.stream().filter(PendingVerdict::isSuccess).toList()));
                left.addAll(write(some.stream().filter(one -> !one.isSuccess()).toList()));
                if (pulse.failures() == failures) {
                    pulse.beat();
                }
            } catch (InterruptedException e) {
                closed = true;
            }
        }
    }

    /** What waits, {@code left} of the last round first. */
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

    /** Drops a verdict if another one of the same lease came later: a claim that a failover has lost was made again. */
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
        if (some.isEmpty()) {
            return List.of();
        }
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

    /** Of a verdict that cannot be written the writer is no worse. */
    private void failed(Throwable why) {
        if (!Refusal.isOfTheStatement(why)) {
            pulse.fail();
        }
        events.roundFailed("verdicts", why);
    }

    /** What became of one verdict. */
    private enum Answer {
        /** It needs no other try. */
        OVER,
        /** Another transaction holds its row, or it was refused for what it is. */
        LEFT,
        /** Refused, by the database's fault as far as one can tell. */
        FAILED
    }

    /**
     * Writes verdicts one by one, so that one which cannot be written holds up no other. Two failures in a row that need
     * not be a verdict's fault are taken for the database's: then the rest waits, those two behind it.
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

    /** A failure is better recorded in part than not at all. */
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

    /** Sends verdicts that are all successes or all others in one statement, which waits for no row; returns those it wrote. */
    private Set<Lease> send(List<PendingVerdict> some) {
        return some.get(0).isSuccess()
                ? completions.completeAll(
                        some.stream().map(PendingVerdict::lease).toList())
                : verdicts.writeAll(some.stream().map(PendingVerdict::verdict).toList());
    }

    private List<PendingVerdict> report(List<PendingVerdict> some, Set<Lease> written) {
        Reread.Result result = reread.of(some, written);
        result.written().forEach(one -> one.settled(true));
        result.stale().forEach(one -> one.settled(false));
        return result.left();
    }

    @PreDestroy
    void close() {
        closed = true;
        thread.interrupt();
    }
}
