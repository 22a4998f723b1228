package io.github.rowmill.engine.wake;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.store.loop.Notifications;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Wakes other nodes when more tasks became due on this one than it has room for, as it has for none if it only enqueues:
 * after the commit and outside the user's transaction, as a NOTIFY inside it would make all such commits of the server
 * wait for each other.
 *
 * <p>The first goes out at once, and what comes within the next moment goes out together after it.
 */
@Singleton
public class Notifier {

    /** Least time between two statements: bounds what a flood of enqueues costs, and is hardly noticed by a task. */
    static final Duration GAP = Duration.ofMillis(10);

    private final Notifications notifications;
    private final Claimer claimer;
    private final RowmillConfig config;
    private final Ticker ticker;
    private final Loop loop;
    private final QueueNames due = new QueueNames();
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

    /** A claim that came back full leaves tasks behind, perhaps more than this node can take. */
    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        if (claimed.count() == claimed.wanted()) {
            tell(claimed.queue());
        }
    }

    void onRetried(@Observes TaskEvent.Retried retried) {
        tell(retried.queue());
    }

    void onChanged(@Observes TaskEvent.Changed changed) {
        tell(changed.queue());
    }

    void onRulesChanged(@Observes TaskEvent.RulesChanged changed) {
        tell(changed.queue());
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        if (recovered.status() == TaskStatus.QUEUED) {
            tell(recovered.queue());
        }
    }

    /** A node that stops has room for nothing, and so tells what it gives back. */
    void onEnded(@Observes TaskEvent.Ended ended) {
        if (DueAgain.isAfter(ended.ending()) && !claimer.hasRoomFor(ended.queue(), ended.type(), 1)) {
            tell(ended.queue());
        }
    }

    /**
     * Once more at the end, and of all queues: what the drain gave back last is on record, but perhaps not yet announced.
     * All this before the connections close, and if the database does not answer no longer than {@code most}.
     */
    public void finish(NodeState node, Duration most) throws InterruptedException {
        if (config.enabled() && !node.isVisitor()) {
            tell(QueueNames.ALL);
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

    /** How many notifications were sent. */
    public long sent() {
        return sent.get();
    }
}
