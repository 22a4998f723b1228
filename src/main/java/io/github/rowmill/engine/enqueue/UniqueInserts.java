package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.UniqueKeys;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Inserts rows, and finds the live task for each whose unique key is taken. */
@Singleton
class UniqueInserts {

    /** A live task may end between the insert it stood in the way of and the look at it; it will not do so often. */
    private static final int MAX_TRIES = 10;

    private final Inserts inserts;
    private final UniqueKeys keys;

    UniqueInserts(Inserts inserts, UniqueKeys keys) {
        this.inserts = inserts;
        this.keys = keys;
    }

    /**
     * Inserts rows in the order of their keys. One whose key was freed behind our back must not be added after greater
     * ones, or two who do so could wait for each other: then all are taken back and inserted anew.
     */
    List<Enqueued> insert(List<NewRow> rows) {
        boolean ordered = rows.size() > 1 && !rows.stream().allMatch(NewRow::isKeyless);
        if (ordered) {
            keys.mark();
        }
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            List<Optional<Long>> ids = inserts.insert(rows);
            Optional<List<Enqueued>> enqueued = enqueued(rows, ids);
            if (enqueued.isPresent()) {
                if (ordered) {
                    keys.unmark();
                }
                return enqueued.get();
            }
            if (ordered) {
                keys.backToMark();
            }
        }
        throw new IllegalStateException(
                "a unique key of type '%s' was taken at each of %d inserts, and free whenever looked at"
                        .formatted(rows.get(0).task().type(), MAX_TRIES));
    }

    /** What has become of each row; empty: a key was taken at the insert, and free when looked at. */
    private Optional<List<Enqueued>> enqueued(List<NewRow> rows, List<Optional<Long>> ids) {
        List<NewRow.Key> taken = IntStream.range(0, rows.size())
                .filter(i -> ids.get(i).isEmpty())
                .mapToObj(i -> rows.get(i).key())
                .toList();
        Map<NewRow.Key, Long> live = taken.isEmpty() ? Map.of() : keys.live(taken);
        if (!live.keySet().containsAll(taken)) {
            return Optional.empty();
        }
        return Optional.of(IntStream.range(0, rows.size())
                .mapToObj(i -> ids.get(i)
                        .map(id -> new Enqueued(id, false))
                        .orElseGet(() -> new Enqueued(
                                Objects.requireNonNull(live.get(rows.get(i).key())), true)))
                .toList());
    }

    /** Takes back what was inserted in this transaction. */
    void undo(List<Enqueued> enqueued) {
        inserts.undo(enqueued.stream()
                .filter(one -> !one.duplicate())
                .map(Enqueued::id)
                .toList());
    }

    /** The live task that has a task's unique key. */
    Optional<Long> rival(Task task) {
        String key = task.getUniqueKey();
        return key == null
                ? Optional.empty()
                : keys.live(List.of(new NewRow.Key(task.getType(), key))).values().stream()
                        .findFirst();
    }
}
