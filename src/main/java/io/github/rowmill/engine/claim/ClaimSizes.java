package io.github.rowmill.engine.claim;

import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.task.Claimed;
import java.util.List;
import java.util.Map;

/**
 * Computes how many tasks of a queue to claim at once. The limit is the memory for their payloads, estimated from
 * the payloads of the last claim. Each failed claim halves the next one. Called under the claimer's lock.
 */
final class ClaimSizes {

    /**
     * The payloads of all tasks that this node holds fill at most this part of the heap: one sixteenth. Reading
     * and parsing them takes several times as much.
     */
    private static final int PART_OF_HEAP = 16;

    /**
     * A claim grows more slowly than it shrinks, because a claim that is too large may take the whole statement
     * timeout to fail.
     */
    private static final int PART_TO_GROW = 8;

    private final long mostBytes;
    private final Map<String, Size> byQueue = new RecentEntries<>();

    ClaimSizes(long maxHeap) {
        this.mostBytes = maxHeap / PART_OF_HEAP;
    }

    /** The largest number of tasks to claim at once, and the mean size of a payload in the last claim. */
    private record Size(int limit, long bytesPerTask) {

        private static final Size UNKNOWN = new Size(Integer.MAX_VALUE, 1);
    }

    /** Returns the number of payload bytes that this node may still take. */
    long bytesLeft(long bytesInHand) {
        return Math.max(0, mostBytes - bytesInHand);
    }

    /** Returns whether the held payloads leave room for small claims only. */
    boolean isHalfFull(long bytesInHand) {
        return bytesInHand > mostBytes / 2;
    }

    /** Returns how many tasks to claim if there is room for {@code room}: at least one. */
    int of(String queue, int room, long bytesInHand) {
        Size size = byQueue.getOrDefault(queue, Size.UNKNOWN);
        long fitting = Math.max(1, bytesLeft(bytesInHand) / size.bytesPerTask());
        return (int) Math.min(fitting, Math.min(room, size.limit()));
    }

    /** Records a claim that succeeded. The next one may be somewhat larger than {@code limit}. */
    void succeeded(String queue, int limit, List<Claimed> tasks) {
        Size old = byQueue.getOrDefault(queue, Size.UNKNOWN);
        int next = old.limit() > limit ? old.limit() : limit + limit / PART_TO_GROW + 1;
        long bytes = tasks.stream().mapToLong(Claimed::bytes).sum();
        long perTask = tasks.isEmpty() ? old.bytesPerTask() : Math.max(1, bytes / tasks.size());
        byQueue.put(queue, new Size(next, perTask));
    }

    /**
     * Limits the next claims to {@code count} tasks. The rules of the queue allowed no more, so more locks would
     * be useless.
     */
    void heldBack(String queue, int count) {
        Size old = byQueue.getOrDefault(queue, Size.UNKNOWN);
        byQueue.put(queue, new Size(Math.max(1, count), old.bytesPerTask()));
    }

    /**
     * Records a failed claim of {@code limit} tasks. It had too many rows for the statement timeout, or too many
     * bytes.
     */
    void failed(String queue, int limit) {
        Size old = byQueue.getOrDefault(queue, Size.UNKNOWN);
        byQueue.put(queue, new Size(Math.max(1, limit / 2), old.bytesPerTask()));
    }
}
