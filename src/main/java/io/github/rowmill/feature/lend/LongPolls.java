package io.github.rowmill.feature.lend;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.UnansweredException;
import io.github.rowmill.engine.wake.PendingQueues;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Answers the claims of remote workers, at once or when tasks become due. A single thread claims for all, the
 * longest wait first. One look at the queues serves all calls that wait. Calls look at all queues when they come,
 * and then every {@code rowmill.poll-interval}. Between these looks, events wake them for single queues.
 */
@Singleton
public class LongPolls {

    private final Loans loans;
    private final NodeState node;
    private final Ticker ticker;
    private final WorkWakes wakes;
    private final Duration interval;
    private final Loop loop;
    private final WaitingPolls waiting = new WaitingPolls();
    private final Queue<Poll> broken = new ConcurrentLinkedQueue<>();
    private long lookedAt;
    private DueWork last = DueWork.of(Map.of(), List.of());

    LongPolls(Loans loans, NodeState node, Ticker ticker, WorkWakes wakes, RowmillConfig config, Loops loops) {
        this.loans = loans;
        this.node = node;
        this.ticker = ticker;
        this.wakes = wakes;
        this.interval = config.pollInterval();
        this.loop = loops.woken("lend", this::round);
        this.lookedAt = ticker.nanos();
        wakes.listen(() -> waiting.size() > 0, loop::wake);
        node.whenClosed(loop::wake);
    }

    /**
     * Claims tasks, and waits for them if none is due. A node that stops answers without tasks.
     *
     * @throws TooManyPollsException if as many calls of the caller wait as may
     * @throws UnansweredException if as many calls wait on this node as may, or the node is stopping
     */
    public Poll claim(RemoteWorker worker, ClaimRequest request, Duration wait) {
        if (node.isClosed()) {
            throw new UnansweredException("this node is stopping; try another node", null);
        }
        Poll poll = new Poll(worker, request, ticker.nanos() + wait.toNanos());
        waiting.add(poll);
        loop.wake();
        return poll;
    }

    /** Ends a call whose connection broke. Tasks of its answer are given back, as its worker has not seen them. */
    public void broken(Poll poll) {
        if (!poll.answer(List.of())) {
            broken.add(poll);
        }
        waiting.remove(poll);
        loop.wake();
    }

    /** Returns the number of calls that wait for tasks. */
    public int waiting() {
        return waiting.size();
    }

    private void round() {
        // A call that comes after this has a look of its own.
        Set<String> queues = new HashSet<>(wakes.take());
        List<Poll> polls = waiting.all();
        if (!polls.isEmpty()) {
            loop.within(untilNext(polls));
        }
        boolean failed = true;
        try {
            giveBackBroken();
            if (!polls.isEmpty() && !node.isClosed()) {
                serve(polls, queues);
            }
            failed = false;
        } finally {
            endLate(polls, failed);
        }
    }

    private void giveBackBroken() {
        for (Poll poll = broken.poll(); poll != null; poll = broken.poll()) {
            List<Claimed> tasks = poll.given().stream().map(Loan::task).toList();
            if (!tasks.isEmpty()) {
                loans.giveBack(poll.worker(), tasks);
            }
        }
    }

    private Duration untilNext(List<Poll> polls) {
        long now = ticker.nanos();
        long first = polls.stream()
                .mapToLong(poll -> Math.max(0, poll.until() - now))
                .filter(left -> left > 0)
                .min()
                .orElse(interval.toNanos());
        return Duration.ofNanos(Math.min(first, interval.toNanos()));
    }

    private void serve(List<Poll> polls, Set<String> queues) {
        boolean all = queues.remove(PendingQueues.ALL)
                || polls.stream().anyMatch(Poll::isNew)
                || ticker.since(lookedAt).compareTo(interval) >= 0;
        if (!all && queues.isEmpty()) {
            return;
        }
        Set<String> types = new HashSet<>();
        polls.forEach(poll -> types.addAll(poll.request().types()));
        last = all ? loans.look(types) : loans.look(queues, types, last);
        lookedAt = all ? ticker.nanos() : lookedAt;
        DueWork found = last;
        polls.stream().filter(poll -> !poll.isAnswered()).forEach(poll -> serve(poll, found));
        polls.forEach(Poll::wasServed);
    }

    private void serve(Poll poll, DueWork found) {
        List<Loan> given = loans.claim(poll.worker(), poll.request(), found);
        if (given.isEmpty()) {
            return;
        }
        waiting.remove(poll);
        if (!poll.answer(given)) {
            loans.giveBack(poll.worker(), given.stream().map(Loan::task).toList());
        }
    }

    /** Ends calls that have waited long enough, and all calls if the node stops. */
    private void endLate(List<Poll> polls, boolean failed) {
        long now = ticker.nanos();
        for (Poll poll : polls) {
            if (node.isClosed() || poll.until() - now <= 0) {
                waiting.remove(poll);
                if (failed) {
                    poll.fail(new UnansweredException("the database did not answer; try again later", null));
                } else {
                    poll.answer(List.of());
                }
            }
        }
    }
}
