package io.github.rowmill.feature.await;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.wake.EndListener;
import io.github.rowmill.engine.wake.EndedIds;
import io.github.rowmill.engine.wake.Notifications;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Notifies the callers who wait for a task of its end: those of this node at once, and other nodes by a notification.
 * The first notification goes out at once. Ends of the next moment go out together after it.
 */
@Singleton
class EndNotices implements EndListener {

    /** Least time between two statements. */
    private static final Duration GAP = Duration.ofMillis(10);

    /**
     * Largest number of ids that wait for their notification. If the database cannot be reached, others are left to
     * the polls of their nodes.
     */
    private static final int MAX = 100_000;

    private final AwaitedTasks awaited;
    private final Notifications notifications;
    private final boolean notifies;
    private final Ticker ticker;
    private final Loop loop;
    private final Set<Long> pending = new LinkedHashSet<>();
    private long sentAt;

    EndNotices(AwaitedTasks awaited, Notifications notifications, RowmillConfig config, Ticker ticker, Loops loops) {
        this.awaited = awaited;
        this.notifications = notifications;
        this.notifies = config.notifies();
        this.ticker = ticker;
        this.loop = loops.woken("notify-ends", this::send);
        this.sentAt = ticker.nanos() - GAP.toNanos();
    }

    void onEnded(@Observes TaskEvent.WatchedEnded ended) {
        awaited.ended(ended.ids());
        if (notifies) {
            add(ended.ids());
        }
    }

    private synchronized void add(List<Long> ids) {
        boolean isFirst = pending.isEmpty();
        ids.stream().limit(Math.max(0, MAX - pending.size())).forEach(pending::add);
        if (isFirst && !pending.isEmpty()) {
            Duration left = GAP.minus(ticker.since(sentAt));
            loop.wake(left.isNegative() ? Duration.ZERO : left);
        }
    }

    private void send() {
        List<Long> ids = take();
        if (!ids.isEmpty()) {
            notifications.sendEnded(ids);
        }
    }

    private synchronized List<Long> take() {
        sentAt = ticker.nanos();
        List<Long> ids = List.copyOf(pending);
        pending.clear();
        return ids;
    }

    @Override
    public void heard(String text) {
        awaited.ended(EndedIds.read(text));
    }

    @Override
    public void mayHaveMissed() {
        awaited.look();
    }
}
