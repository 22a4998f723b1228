package io.github.rowmill.feature.await;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.TaskEnds;
import io.github.rowmill.engine.store.TaskEnds.End;
import io.github.rowmill.engine.store.TaskEnds.Marked;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The rows of awaited tasks. */
@Singleton
class AwaitedRows {

    private final TaskEnds rows;
    private final TaskEvents events;
    private final boolean deletesCompleted;

    AwaitedRows(TaskEnds rows, TaskEvents events, RowmillConfig config) {
        this.rows = rows;
        this.events = events;
        this.deletesCompleted = config.retention().completed().isZero();
    }

    /**
     * Marks tasks that have not ended, and returns the state of each. A claim passes over a row that is being marked,
     * so the queues of due tasks are announced again.
     */
    List<Marked> mark(Collection<Long> ids) {
        List<Marked> marked = rows.watch(ids);
        marked.stream()
                .flatMap(one -> Stream.ofNullable(one.due()))
                .distinct()
                .forEach(queue -> events.fire(new TaskEvent.MayBePassedOver(queue)));
        return marked;
    }

    /** Returns those tasks that have ended, or whose row does not exist. */
    List<Long> ended(Collection<Long> ids) {
        return rows.ended(ids);
    }

    /** Reads how tasks have ended. Tasks that have not ended, or do not exist, are not in the result. */
    List<End> read(Collection<Long> ids) {
        return rows.read(ids);
    }

    /**
     * Returns the end of a task whose row does not exist. If completed tasks are not kept, a row that has existed is
     * that of a task which completed without a result.
     */
    End gone(long id, boolean hasExisted) {
        return deletesCompleted && hasExisted ? new End(id, "", "", TaskStatus.COMPLETED, null, null) : End.gone(id);
    }
}
