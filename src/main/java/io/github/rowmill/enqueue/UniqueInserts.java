package io.github.rowmill.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.store.Inserts;
import io.github.rowmill.store.Inserts.Row;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Inserts rows, and finds the live task for each whose unique key is taken. */
@Singleton
class UniqueInserts {

    /** A live task may end between the insert it stood in the way of and the look at it; it will not do so often. */
    private static final int MOST_TRIES = 10;

    private final Inserts inserts;

    UniqueInserts(Inserts inserts) {
        this.inserts = inserts;
    }

    List<Enqueued> insert(List<Row> rows) {
        List<Enqueued> enqueued = new ArrayList<>(Collections.nCopies(rows.size(), new Enqueued(0, true)));
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            open.add(i);
        }
        for (int tries = 0; !open.isEmpty(); tries++) {
            if (tries == MOST_TRIES) {
                throw new IllegalStateException(
                        "the unique key '%s' was taken at each of %d inserts, and free whenever looked at"
                                .formatted(rows.get(open.get(0)).uniqueKey(), MOST_TRIES));
            }
            open = insertOnce(rows, open, enqueued);
        }
        return enqueued;
    }

    /** Inserts the rows at {@code open}, notes what became of them, and returns those to try again. */
    private List<Integer> insertOnce(List<Row> rows, List<Integer> open, List<Enqueued> enqueued) {
        List<Optional<Long>> ids = inserts.insert(open.stream().map(rows::get).toList());
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            if (ids.get(i).isPresent()) {
                enqueued.set(open.get(i), new Enqueued(ids.get(i).get(), false));
            } else {
                taken.add(open.get(i));
            }
        }
        return taken.isEmpty() ? taken : findLive(rows, taken, enqueued);
    }

    private List<Integer> findLive(List<Row> rows, List<Integer> taken, List<Enqueued> enqueued) {
        Map<Inserts.Key, Long> live =
                inserts.live(taken.stream().map(i -> rows.get(i).key()).toList());
        List<Integer> gone = new ArrayList<>();
        for (int i : taken) {
            Long id = live.get(rows.get(i).key());
            if (id == null) {
                gone.add(i);
            } else {
                enqueued.set(i, new Enqueued(id, true));
            }
        }
        return gone;
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
                : inserts.live(List.of(new Inserts.Key(task.getType(), key))).values().stream()
                        .findFirst();
    }
}
