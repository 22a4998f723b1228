package io.github.rowmill.feature.lend;

import io.github.rowmill.db.UnansweredException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The calls that wait for tasks, the longest wait first. Their number is limited, for each caller and for all. */
final class WaitingPolls {

    /** Most calls that wait on a node. Each holds a connection, and almost nothing else. */
    private static final int MAX = 1_000;

    /** Most calls of one caller that wait on a node. */
    static final int MAX_OF_CALLER = 100;

    private final Set<Poll> polls = new LinkedHashSet<>();
    private final Map<String, Integer> ofCaller = new HashMap<>();

    /**
     * Adds a call.
     *
     * @throws TooManyPollsException if as many calls of its caller wait as may
     * @throws UnansweredException if as many calls wait as may
     */
    synchronized void add(Poll poll) {
        String account = poll.worker().account();
        if (ofCaller.getOrDefault(account, 0) >= MAX_OF_CALLER) {
            throw new TooManyPollsException(account, MAX_OF_CALLER);
        }
        if (polls.size() >= MAX) {
            throw new UnansweredException("too many remote workers wait on this node; try another node", null);
        }
        polls.add(poll);
        ofCaller.merge(account, 1, Integer::sum);
    }

    synchronized void remove(Poll poll) {
        if (polls.remove(poll)) {
            ofCaller.computeIfPresent(poll.worker().account(), (same, many) -> many == 1 ? null : many - 1);
        }
    }

    synchronized List<Poll> all() {
        return List.copyOf(polls);
    }

    synchronized int size() {
        return polls.size();
    }
}
