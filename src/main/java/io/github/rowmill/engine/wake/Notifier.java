package io.github.rowmill.engine.wake;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Wakes other nodes when more tasks became due on this node than it has room for. A node that only enqueues has
 * room for none. Notifications go out after the commit and outside the user's transaction. A NOTIFY inside it
 * would make all commits of the server that notify wait for each other.
 *
 * <p>The first notification goes out at once. Notifications of the next moment go out together after it.
 */
@Singleton
public class Notifier {

    /** Least time between two statements. It limits the cost of many enqueues and hardly delays a task. */
    static final Duration GAP = Duration.ofMillis(10);

    private final Notifications notifications;
    private final Claimer claimer;
    private final RowmillConfig config;
    private final Ticker ticker;
    private final Loop loop;
    private final PendingQueues due = new PendingQueues();
    private long sentAt;
    private boolean finished;
    private final AtomicLong sent = new AtomicLong();

    Notifier(Notifications notifications, Claimer claimer, RowmillConfig config, Loops loops, Ticker ticker) {
        this.notifications = notifications;
        this.claimer = claimer;
        this.config = config;
        this.ticker = ticker;
        this.loop = loops.woken("notify", this::send);
        this.sentAt = ticker.nanos() - GAP.toNanos();
    }

    void onEnqueued(@Observes TaskEvent.Enqueued enqueued) {
        if (enqueued.due()
                && !enqueued.claimed()
                && !claimer.hasRoomFor(enqueued.queue(), enqueued.type(), enqueued.count())) {
            tell(enqueued.queue());
        }
    }

    /** Notifies after a full claim, which leaves tasks behind, perhaps more than this node can take. */
    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        if (claimed.count() == claimed.wanted()) {
            tell(claimed.queue());
        }
    }

    void onMayBeDue(@Observes TaskEvent.MayBeDue event) {
        tell(event.queue());
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        if (recovered.status() == TaskStatus.QUEUED) {
            tell(recovered.queue());
        }
    }

    /**
     * Notifies of tasks that are due again. A stopping node has room for none, so it notifies of all that it gives
     * back.
     */
    void onEnded(@Observes TaskEvent.Ended ended) {
        if (DueAgain.isAfter(ended.ending()) && !claimer.hasRoomFor(ended.queue(), ended.type(), 1)) {
            tell(ended.queue());
        }
    }

    /**
     * Notifies of all queues one last time, because the last tasks that the drain gave back may not be announced
     * yet. Must run before the connections close. Waits at most {@code most} if the database does not answer.
     */
    public void finish(NodeState node, Duration most) throws InterruptedException {
        if (config.enabled() && !node.isVisitor()) {
            tell(PendingQueues.ALL);
        }
        takeNoMore();
        loop.finish(most);
    }

    private synchronized void takeNoMore() {
        finished = true;
    }

    private synchronized void tell(String queue) {
        if (config.notifies() && !finished && due.add(queue)) {
            Duration left = GAP.minus(ticker.since(sentAt));
            loop.wake(left.isNegative() ? Duration.ZERO : left);
        }
    }

    private void send() {
        Set<String> queues = take();
        notifications.send(queues);
        sent.addAndGet(queues.size());
    }

    private synchronized Set<String> take() {
        sentAt = ticker.nanos();
        return due.take();
    }

    /** Returns the number of notifications sent. */
    public long sent() {
        return sent.get();
    }
}
