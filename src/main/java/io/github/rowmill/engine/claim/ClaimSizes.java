package io.github.rowmill.engine.claim;

import io.github.rowmill.node.Recent;
import io.github.rowmill.task.Claimed;
import java.util.List;
import java.util.Map;

/**
 * How many tasks of a queue to claim at once: as many as their payloads, by what the last ones were like, leave room for
 * in memory, and half as many after each claim that failed. Called under the claimer's lock.
 */
final class ClaimSizes {

    /** What waits and runs in hand has no more bytes of payload than this part of the heap; reading and parsing take several times as much. */
    private static final int PART_OF_HEAP = 16;

    /** A claim grows slower than it shrank, as what is too large may take as long to fail as a statement is allowed to. */
    private static final int PART_TO_GROW = 8;

    private final long mostBytes;
    private final Map<String, Size> byQueue = new Recent<>();

    ClaimSizes(long maxHeap) {
        this.mostBytes = maxHeap / PART_OF_HEAP;
    }

    /** The most that is claimed at once, and how long a payload was in the last claim. */
    private record Size(int limit, long bytesPerTask) {

        private static final Size UNKNOWN = new Size(Integer.MAX_VALUE, 1);
    }

    /** Bytes that the hand may still take. */
    long bytesLeft(long bytesInHand) {
        return Math.max(0, mostBytes - bytesInHand);
    }

    /** Whether so much is in hand that a claim would have to be small. */
    boolean isHalfFull(long bytesInHand) {
        return bytesInHand > mostBytes / 2;
    }

    /** How many to claim where there is room for {@code room}, one at least. */
    int of(String queue, int room, long bytesInHand) {
        Size size = byQueue.getOrDefault(queue, Size.UNKNOWN);
        long fitting = Math.max(1, bytesLeft(bytesInHand) / size.bytesPerTask());
        return (int) Math.min(fitting, Math.min(room, size.limit()));
    }

    /** A claim went well: the next may be somewhat larger than {@code limit}. */
    void succeeded(String queue, int limit, List<Claimed> tasks) {
        Size old = byQueue.getOrDefault(queue, Size.UNKNOWN);
        int next = old.limit() > limit ? old.limit() : limit + limit / PART_TO_GROW + 1;
        long bytes = tasks.stream().mapToLong(Claimed::bytes).sum();
        long perTask = tasks.isEmpty() ? old.bytesPerTask() : Math.max(1, bytes / tasks.size());
        byQueue.put(queue, new Size(next, perTask));
    }

    /** The rules of the queue let only so many be taken: to lock more than about so many is in vain. */
    void heldBack(String queue, int count) {
        Size old = byQueue.getOrDefault(queue, Size.UNKNOWN);
        byQueue.put(queue, new Size(Math.max(1, count), old.bytesPerTask()));
    }

    /** A claim of {@code limit} failed: too many rows for the time that a statement has, or too many bytes. */
    void failed(String queue, int limit) {
        Size old = byQueue.getOrDefault(queue, Size.UNKNOWN);
        byQueue.put(queue, new Size(Math.max(1, limit / 2), old.bytesPerTask()));
    }
}
