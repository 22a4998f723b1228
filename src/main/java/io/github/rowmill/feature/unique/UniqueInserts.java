package io.github.rowmill.feature.unique;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.enqueue.HolderCheck;
import io.github.rowmill.engine.enqueue.KeyedInserts;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows. If another task holds the unique key of a row, that task is returned or changed, or the row is
 * refused.
 */
@Singleton
class UniqueInserts implements KeyedInserts {

    /**
     * Largest number of tries. A holder may end or start between the insert that it blocked and the read that
     * follows, but that is rare.
     */
    private static final int MAX_TRIES = 10;

    private final Inserts inserts;
    private final UniqueKeys keys;

    UniqueInserts(Inserts inserts, UniqueKeys keys) {
        this.inserts = inserts;
        this.keys = keys;
    }

    @Override
    public List<Enqueued> insert(List<NewRow> rows, HolderCheck holderCheck) {
        return insert(rows, () -> inserts.insert(rows), holderCheck);
    }

    /**
     * Inserts the rows in the order of their keys, and then changes the holders of taken keys in that order. If a
     * taken key becomes free meanwhile, its row must not be inserted after rows with greater keys. Otherwise two
     * transactions that do so could deadlock. In this case all rows are rolled back and inserted again.
     */
    @Override
    public List<Enqueued> insert(List<NewRow> rows, Supplier<List<Optional<Long>>> insert, HolderCheck holderCheck) {
        boolean ordered = rows.size() > 1;
        if (ordered) {
            keys.mark();
        }
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            List<Optional<Long>> ids = insert.get();
            List<Integer> taken = taken(rows, ids);
            Map<NewRow.UniqueKey, Holder> holders = holders(rows, taken);
            Optional<List<Enqueued>> enqueued = orTakenBack(ordered, () -> {
                refuse(rows, taken, holders);
                meet(rows, taken, holders, holderCheck);
                return enqueued(rows, ids, taken, holders);
            });
            if (enqueued.isPresent()) {
                if (ordered) {
                    keys.unmark();
                }
                return enqueued.get();
            }
            if (ordered) {
                keys.backToMark();
            }
            keys.letGo(over(holders));
        }
        throw new IllegalStateException(
                "a unique key of type '%s' was held at each of %s inserts, but no task had it when it was looked up"
                        .formatted(rows.get(0).task().type(), MAX_TRIES));
    }

    /** Returns the indexes of the rows that were not inserted, in the order of their keys. */
    private static List<Integer> taken(List<NewRow> rows, List<Optional<Long>> ids) {
        return IntStream.range(0, rows.size())
                .filter(i -> ids.get(i).isEmpty())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> rows.get(i).unique().type())
                        .thenComparing(i -> rows.get(i).unique().value()))
                .toList();
    }

    private Map<NewRow.UniqueKey, Holder> holders(List<NewRow> rows, List<Integer> taken) {
        return taken.isEmpty()
                ? Map.of()
                : keys.holders(taken.stream().map(i -> rows.get(i).unique()).toList());
    }

    /** Refuses the first row, in the given order, that must be refused as a duplicate. */
    private static void refuse(List<NewRow> rows, List<Integer> taken, Map<NewRow.UniqueKey, Holder> holders) {
        for (int i : taken.stream().sorted().toList()) {
            NewRow row = rows.get(i);
            Holder holder = holders.get(row.unique());
            if (row.task().onDuplicate() == OnDuplicate.REFUSE && holder != null && !holder.isOver()) {
                throw new DuplicateTaskException(row.task().type(), row.unique().value(), holder.id());
            }
        }
    }

    /** Runs {@code changes}. If a task is refused, rolls back to the mark, so that nothing stays written. */
    private <T> T orTakenBack(boolean ordered, Supplier<T> changes) {
        try {
            return changes.get();
        } catch (DuplicateTaskException | InvalidTaskException refusal) {
            if (ordered) {
                keys.backToMark();
                keys.unmark();
            }
            throw refusal;
        }
    }

    /**
     * Calls {@code holderCheck} for each holder that a row wants to change, in the order of the changes. So the
     * check may lock the holders.
     */
    private static void meet(
            List<NewRow> rows, List<Integer> taken, Map<NewRow.UniqueKey, Holder> holders, HolderCheck holderCheck) {
        for (int i : taken) {
            NewRow row = rows.get(i);
            Holder holder = holders.get(row.unique());
            OnDuplicate wanted = row.task().onDuplicate();
            boolean changes = wanted == OnDuplicate.REPLACE || wanted == OnDuplicate.RESCHEDULE;
            if (changes && holder != null && !holder.isOver()) {
                holderCheck.meets(row.task(), holder.id(), holder.isUntouched());
            }
        }
    }

    /**
     * Returns the result of each row. Returns empty if the holder of a taken key has ended, was replaced or was
     * claimed since the insert.
     */
    private Optional<List<Enqueued>> enqueued(
            List<NewRow> rows, List<Optional<Long>> ids, List<Integer> taken, Map<NewRow.UniqueKey, Holder> holders) {
        List<@Nullable Enqueued> all = new ArrayList<>();
        ids.forEach(id -> all.add(id.map(one -> new Enqueued(one, Result.NEW)).orElse(null)));
        for (int i : taken) {
            Holder holder = holders.get(rows.get(i).unique());
            Result result = holder == null || holder.isOver() ? null : met(rows, i, holder);
            if (holder == null || result == null) {
                return Optional.empty();
            }
            all.set(i, new Enqueued(holder.id(), result));
        }
        return Optional.of(List.copyOf(all));
    }

    /** Returns the result of a row whose key is held, or null if the holder was claimed or cancelled meanwhile. */
    private @Nullable Result met(List<NewRow> rows, int nth, Holder holder) {
        NewRow row = rows.get(nth);
        if (!holder.isUntouched()) {
            return Result.EXISTING;
        }
        return switch (row.task().onDuplicate()) {
            case KEEP, REFUSE -> Result.EXISTING;
            case REPLACE -> inserts.replaceIfUntouched(holder.id(), row) ? Result.REPLACED : null;
            case RESCHEDULE -> {
                Optional<Inserts.Rescheduled> asked = inserts.rescheduleIfUntouched(holder.id(), row);
                asked.ifPresent(answer -> refuseIfTooLate(row, rows.size() == 1 ? "" : "tasks[" + nth + "].", answer));
                yield asked.isPresent() ? Result.RESCHEDULED : null;
            }
        };
    }

    private static void refuseIfTooLate(NewRow row, String where, Inserts.Rescheduled asked) {
        if (!asked.isDone()) {
            Violation late = new Violation(
                    row.task().delay() == null ? "runAt" : "delay",
                    "must be before %s, when the task that holds the key expires, was %s"
                            .formatted(asked.deadline(), asked.due()));
            throw new InvalidTaskException(row.task().type(), List.of(late.under(where)));
        }
    }

    private static List<Long> over(Map<NewRow.UniqueKey, Holder> holders) {
        return holders.values().stream().filter(Holder::isOver).map(Holder::id).toList();
    }

    @Override
    public Optional<Long> rival(Task task) {
        return holders(task).values().stream().map(Holder::id).findFirst();
    }

    @Override
    public boolean free(Task task) {
        return keys.letGo(over(holders(task)));
    }

    private Map<NewRow.UniqueKey, Holder> holders(Task task) {
        String key = task.getUniqueKey();
        Map<NewRow.UniqueKey, Holder> holders =
                key == null ? Map.of() : keys.holders(List.of(new NewRow.UniqueKey(task.getType(), key)));
        return holders.values().stream().anyMatch(holder -> holder.id() == task.getId()) ? Map.of() : holders;
    }
}
