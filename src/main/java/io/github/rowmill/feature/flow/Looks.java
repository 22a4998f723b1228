package io.github.rowmill.feature.flow;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.feature.flow.store.Finding;
import io.github.rowmill.feature.flow.store.FlowLooks;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.hibernate.JDBCException;

/**
 * Looks at what waits for tasks that have ended: the next parts of flows. It looks after the end is committed. If the
 * node dies before, the mark of the task stays, and {@link FlowSweep} of another node finds it.
 */
@Startup
@Singleton
public class Looks {

    /** Largest number of tasks, and of flows, of one statement. They share a transaction, which locks their flows. */
    private static final int BATCH = 200;

    /** Ids that a node keeps while it does not look. The sweeps of other nodes find them all. */
    private static final int MAX_KEPT = 10_000;

    /** Pause before a flow is looked at again that another transaction has locked. */
    private static final Duration AGAIN = Duration.ofMillis(100);

    /** Pause after a failure of the database. */
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final FlowLooks rows;
    private final TaskEvents events;
    private final NodeState node;
    private final Loop loop;
    private final Set<Long> ended = ConcurrentHashMap.newKeySet();
    private final Set<Long> whole = ConcurrentHashMap.newKeySet();

    /** Size of the next batch. It is smaller after a statement that took too long. */
    private int batch = BATCH;

    Looks(FlowLooks rows, TaskEvents events, NodeState node, Loops loops) {
        this.rows = rows;
        this.events = events;
        this.node = node;
        this.loop = loops.woken("looks", this::round);
    }

    void onEnded(@Observes TaskEvent.WatchedEnded event) {
        at(event.ids(), List.of());
    }

    /** Looks at a task that was retried, so that a part is not shown as held any more. */
    void onRetried(@Observes TaskEvent.Retried event) {
        if (event.watched()) {
            at(List.of(event.id()), List.of());
        }
    }

    void onChanged(@Observes TaskEvent.FlowChanged event) {
        at(List.of(), List.of(event.flow()));
    }

    /** Looks soon at tasks that have ended, and at whole flows. */
    void at(Collection<Long> tasks, Collection<Long> flows) {
        if (node.isOpen() || ended.size() + whole.size() < MAX_KEPT) {
            ended.addAll(tasks);
            whole.addAll(flows);
        }
        if (node.isOpen() && !(tasks.isEmpty() && flows.isEmpty())) {
            loop.wake();
        }
    }

    private void round() {
        if (lookOnce()) {
            loop.wake();
        } else if (!ended.isEmpty() || !whole.isEmpty()) {
            loop.within(AGAIN);
        }
    }

    /**
     * Looks once at what has been reported. Returns whether there is more, and nothing had to be left. Calls wait
     * for each other, because two looks of a node would find each other's locks.
     */
    public synchronized boolean lookOnce() {
        List<Long> tasks = take(ended, batch);
        List<Long> flows = take(whole, batch);
        if (tasks.isEmpty() && flows.isEmpty()) {
            return false;
        }
        boolean isDone = look(tasks, flows);
        return isDone && !(ended.isEmpty() && whole.isEmpty());
    }

    private static List<Long> take(Set<Long> from, int most) {
        List<Long> some = new ArrayList<>();
        for (Iterator<Long> all = from.iterator(); all.hasNext() && some.size() < most; ) {
            some.add(all.next());
            all.remove();
        }
        return some;
    }

    /**
     * Looks at some tasks and flows together, or one by one if the database refuses one of them. If that takes too
     * long, the next batches are smaller. A look that takes too long alone is left to the sweep.
     */
    private boolean look(List<Long> tasks, List<Long> flows) {
        try {
            boolean isDone = report(tasks, flows, rows.look(tasks, flows));
            batch = Math.min(BATCH, batch * 2);
            return isDone;
        } catch (JDBCException e) {
            return lookAgain(tasks, flows, e);
        }
    }

    private boolean lookAgain(List<Long> tasks, List<Long> flows, JDBCException why) {
        boolean isOne = tasks.size() + flows.size() == 1;
        boolean isLong = Refusal.isOfTheTime(why);
        if (Refusal.mayBeOfOneRow(why) || (isLong && batch == 1)) {
            return isOne ? failed(why) : lookOneByOne(tasks, flows);
        }
        ended.addAll(tasks);
        whole.addAll(flows);
        if (isLong) {
            batch = Math.max(1, Math.max(tasks.size(), flows.size()) / 2);
            return true;
        }
        loop.within(AFTER_FAILURE);
        throw why;
    }

    private boolean failed(JDBCException why) {
        events.roundFailed("looks", why);
        return true;
    }

    private boolean lookOneByOne(List<Long> tasks, List<Long> flows) {
        boolean isDone = true;
        for (Long task : tasks) {
            isDone &= look(List.of(task), List.of());
        }
        for (Long flow : flows) {
            isDone &= look(List.of(), List.of(flow));
        }
        return isDone;
    }

    private boolean report(List<Long> tasks, List<Long> flows, List<Finding> found) {
        Set<Long> again = found.stream()
                .filter(one -> one.what() == Finding.What.AGAIN)
                .map(Finding::flow)
                .collect(Collectors.toSet());
        if (!again.isEmpty()) {
            ended.addAll(tasks);
            flows.stream().filter(again::contains).forEach(whole::add);
        }
        events.fire(new TaskEvent.Looked(tasks.size(), false));
        FlowEvents.of(found).forEach(events::fire);
        return again.isEmpty();
    }
}
