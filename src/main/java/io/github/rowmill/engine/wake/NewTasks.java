package io.github.rowmill.engine.wake;

import io.github.rowmill.api.TaskEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tasks that were enqueued on this node, until the claimer comes to them. Safe for all threads. */
final class NewTasks {

    /** More of one queue are claimed as fast by a search, and fill no hand at once. */
    static final int MAX = 100;

    private Map<String, List<Long>> byQueue = new HashMap<>();

    /** False: there are too many of the queue, or some are not new; it is to be claimed from by a search, and none of it is kept here. */
    synchronized boolean add(TaskEvent.Enqueued enqueued) {
        List<Long> ids = byQueue.computeIfAbsent(enqueued.queue(), queue -> new ArrayList<>());
        boolean fits = enqueued.duplicates() == 0 && ids.size() + enqueued.ids().size() <= MAX;
        if (fits) {
            ids.addAll(enqueued.ids());
        } else {
            byQueue.remove(enqueued.queue());
        }
        return fits;
    }

    /** Takes all of them, by queue. */
    synchronized Map<String, List<Long>> take() {
        Map<String, List<Long>> taken = byQueue;
        byQueue = new HashMap<>();
        return taken;
    }
}
