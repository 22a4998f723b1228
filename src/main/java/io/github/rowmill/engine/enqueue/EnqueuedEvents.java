package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.NewRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Collects the events of an enqueue: one for each queue and type, whatever the number of tasks. */
final class EnqueuedEvents {

    private final List<Long> ids = new ArrayList<>();
    private int duplicates;
    private boolean due;

    private EnqueuedEvents() {}

    private record Kind(String queue, String type, boolean waits) {}

    static List<TaskEvent.Enqueued> of(List<NewRow> rows, List<Enqueued> enqueued) {
        return of(rows, enqueued, nth -> false);
    }

    /** Returns the events of rows, of which some wait for the start of their part. */
    static List<TaskEvent.Enqueued> of(List<NewRow> rows, List<Enqueued> enqueued, IntPredicate waits) {
        Map<Kind, EnqueuedEvents> kinds = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            NewRow row = rows.get(i);
            Kind kind = new Kind(row.queue(), row.task().type(), waits.test(i));
            kinds.computeIfAbsent(kind, one -> new EnqueuedEvents()).add(row, enqueued.get(i), kind.waits());
        }
        List<TaskEvent.Enqueued> events = new ArrayList<>(kinds.size());
        kinds.forEach((kind, all) -> events.add(all.event(kind)));
        return events;
    }

    private void add(NewRow row, Enqueued one, boolean waits) {
        due |= !waits && isDue(row) && one.result() != Result.EXISTING;
        if (one.result() == Result.NEW) {
            ids.add(one.id());
        } else {
            duplicates++;
        }
    }

    /** Returns whether a task is due at once. */
    static boolean isDue(NewRow row) {
        Duration delay = row.task().delay();
        return row.task().runAt() == null && (delay == null || delay.isZero());
    }

    private TaskEvent.Enqueued event(Kind kind) {
        return new TaskEvent.Enqueued(
                kind.queue(), kind.type(), ids.size(), duplicates, due, Collections.unmodifiableList(ids));
    }
}
