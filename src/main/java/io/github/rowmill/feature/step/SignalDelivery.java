package io.github.rowmill.feature.step;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.feature.step.store.SignalMarks;
import io.github.rowmill.feature.step.store.SignalMarks.Marked;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.node.loop.Readers;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.hibernate.JDBCException;

/**
 * Marks the tasks of signals after the signals are committed, and makes those due that wait for them. If a node
 * dies before, the signal has no mark of its own, and another node finds it within sixteen seconds. Signals by
 * SQL are found in the same way.
 */
@Startup
@Singleton
public class SignalDelivery {

    /** Signals of one statement. It locks their tasks for a moment. */
    private static final int BATCH = 200;

    /** Pause before a signal is tried again whose task another transaction has locked. */
    private static final Duration AGAIN = Duration.ofMillis(50);

    /** Pause after a failure of the database. */
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofSeconds(15);

    /** Pause after the loss of a node, which may have sent signals. */
    private static final Duration AFTER_LOSS = Duration.ofSeconds(1);

    /** The node that has sent a signal marks its task within this time. */
    private static final Duration OWN_MARK = Duration.ofSeconds(1);

    private static final int SWEPT = 1_000;

    /** Tasks that sleep are counted up to this number. */
    private static final int MAX_COUNTED = 10_000;

    /** Open sleeps and waits that a count reads. Those of tasks that have ended are among them. */
    private static final int MAX_READ = 100_000;

    /** Sweeps without a reader after which tasks that sleep are not counted: five minutes. */
    private static final int MAX_UNREAD = 20;

    private final SignalMarks rows;
    private final TaskEvents events;
    private final Loop loop;
    private final Loop sweep;
    private final Set<Long> sent = ConcurrentHashMap.newKeySet();
    private final AtomicLong swept = new AtomicLong();
    private volatile boolean isFlowEnded;
    private final Readers readers = new Readers(MAX_UNREAD);
    private volatile long asleep;

    SignalDelivery(SignalMarks rows, TaskEvents events, NodeState node, Loops loops) {
        this.rows = rows;
        this.events = events;
        this.loop = loops.woken("signals", this::round);
        this.sweep = loops.regular("signal-sweep", PAUSE, () -> {
            if (node.isOpen()) {
                sweepOnce(OWN_MARK);
                if (readers.next()) {
                    countOnce();
                }
            }
        });
    }

    void onSent(@Observes TaskEvent.SignalSent event) {
        sent.add(event.signal());
        loop.wake();
    }

    /** Looks for the signal of a flow that has ended here. It was committed with the end of the flow. */
    void onFlowEnded(@Observes TaskEvent.FlowEnded event) {
        isFlowEnded = true;
        loop.wake();
    }

    void onNodeLost(@Observes TaskEvent.NodeLost lost) {
        sweep.within(AFTER_LOSS);
    }

    private void round() {
        if (isFlowEnded) {
            isFlowEnded = false;
            List<Long> left = rows.left(Duration.ZERO, SWEPT);
            sent.addAll(left);
            if (left.size() == SWEPT) {
                isFlowEnded = true;
            }
        }
        markOnce();
        if (isFlowEnded || !sent.isEmpty()) {
            loop.within(AGAIN);
        }
    }

    /** Marks the tasks of signals that no node has marked for longer than {@code age}. Returns their number. */
    public int sweepOnce(Duration age) {
        int all = 0;
        int done;
        do {
            done = sweepSome(age);
            all += done;
        } while (done >= SWEPT);
        return all;
    }

    private int sweepSome(Duration age) {
        swept.addAndGet(rows.left(age, SWEPT).stream().filter(sent::add).count());
        int done = markOnce();
        if (!sent.isEmpty()) {
            loop.within(AGAIN);
        }
        return done;
    }

    /** Counts the tasks that sleep or wait for a signal. */
    public void countOnce() {
        asleep = rows.asleep(MAX_READ, MAX_COUNTED);
    }

    /**
     * Returns the number of queued tasks that sleep or wait for a signal, at the last count, at most 10,000. They
     * are counted with the sweep, for five minutes after a call of this method.
     */
    public long asleep() {
        readers.read();
        return asleep;
    }

    /** Returns the number of signals that this node has found by its sweep since its start. */
    public long swept() {
        return swept.get();
    }

    /**
     * Marks the tasks of all signals in the set, and returns the number of signals that are done. Calls run one
     * after the other, because two statements of a node would find each other's locks.
     */
    private synchronized int markOnce() {
        List<Long> all = List.copyOf(sent);
        int done = 0;
        for (int from = 0; from < all.size(); from += BATCH) {
            done += mark(all.subList(from, Math.min(from + BATCH, all.size())));
        }
        return done;
    }

    /** Handles some signals together, or one by one if the database refuses one of them. */
    private int mark(List<Long> some) {
        try {
            return done(rows.mark(some));
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                loop.within(AFTER_FAILURE);
                throw e;
            }
            if (some.size() == 1) {
                sent.remove(some.get(0)); // the sweep tries it again
                events.roundFailed("signals", e);
                return 1;
            }
        }
        return some.stream().mapToInt(one -> mark(List.of(one))).sum();
    }

    private int done(List<Marked> marked) {
        marked.forEach(one -> sent.remove(one.signal()));
        marked.stream()
                .flatMap(one -> Stream.ofNullable(one.queue()))
                .distinct()
                .forEach(queue -> events.fire(new TaskEvent.Signalled(queue)));
        return marked.size();
    }
}
