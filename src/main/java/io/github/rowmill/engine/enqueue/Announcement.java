package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.NewRow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an enqueue tells: one event for each queue and type, however many tasks. */
final class Announcement {

    private Announcement() {}

    private record Kind(String queue, String type) {}

    static List<TaskEvent> of(List<NewRow> rows, List<Enqueued> enqueued) {
        Map<Kind, TaskEvent.Enqueued> events = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            NewRow row = rows.get(i);
            TaskEvent.Enqueued one = one(row, enqueued.get(i).result());
            events.merge(new Kind(row.queue(), row.task().type()), one, Announcement::sum);
        }
        return List.copyOf(events.values());
    }

    private static TaskEvent.Enqueued one(NewRow row, Result result) {
        Duration delay = row.task().delay();
        boolean due = result != Result.EXISTING && row.task().runAt() == null && (delay == null || delay.isZero());
        int made = result == Result.NEW ? 1 : 0;
        return new TaskEvent.Enqueued(row.queue(), row.task().type(), made, 1 - made, due);
    }

    private static TaskEvent.Enqueued sum(TaskEvent.Enqueued a, TaskEvent.Enqueued b) {
        return new TaskEvent.Enqueued(
                a.queue(), a.type(), a.count() + b.count(), a.duplicates() + b.duplicates(), a.due() || b.due());
    }
}
