package io.github.rowmill.engine.store;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.engine.store.InsertOrder.Inserted;
import io.github.rowmill.task.Claimed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Enqueues rows, in the caller's transaction if there is one. */
@ApplicationScoped
public class Inserts {

    private final JoinedDatabase joined;

    Inserts(JoinedDatabase joined) {
        this.joined = joined;
    }

    // The index holds more tasks than this condition: waiting ones, and ended ones that keep their key. The
    // condition only has to imply that of the index. It is also the condition that users write.
    private static final String UNLESS_TAKEN = """
                on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing')
                do nothing
            """;

    private static final String RETURNING = """
            returning id, type, unique_key
            """;

    private static final String INSERT_ONE = NewColumns.INSERT_ONE + UNLESS_TAKEN + RETURNING;

    private static final String INSERT_ALL = NewColumns.INSERT_ALL + UNLESS_TAKEN + RETURNING;

    // A row without a unique key cannot conflict, and the check for a conflict would add a tenth to its cost.
    private static final String INSERT_ONE_KEYLESS = NewColumns.INSERT_ONE + RETURNING;

    private static final String INSERT_ALL_KEYLESS = NewColumns.INSERT_ALL + RETURNING;

    /** Start of a statement that inserts one row without a unique key and continues with its {@code made.id}. */
    public static final String ONE_MADE = "with made as (" + INSERT_ONE_KEYLESS + ")\n";

    /** Returns the parameters of {@link #ONE_MADE}, followed by {@code more}. */
    public static Object[] parameters(NewRow row, Object... more) {
        return Stream.concat(Arrays.stream(NewColumns.of(row)), Arrays.stream(more))
                .toArray();
    }

    /** Returns the exception for a row without a unique key for which the database returned no id. */
    public static IllegalStateException passedOver() {
        return new IllegalStateException(
                "the database did not insert a new task and gave no error: find the trigger on rowmill_task that returns null");
    }

    /**
     * A new row.
     *
     * @param claimed the task, if this node claimed it in the insert; else empty
     */
    public record Made(long id, List<Claimed> claimed) {}

    /**
     * Inserts a row without a unique key in one statement. Outside a transaction, the statement is a transaction
     * of its own.
     */
    public Made insertOne(NewRow row) {
        return joined.statement(sql -> sql.first(INSERT_ONE_KEYLESS, Inserted::read, NewColumns.of(row)))
                .map(inserted -> new Made(inserted.id(), List.of()))
                .orElseThrow(Inserts::passedOver);
    }

    /**
     * Inserts rows, and skips rows whose unique key is taken. Keys are inserted in sorted order, so that two bulk
     * enqueues may wait for each other but never deadlock.
     *
     * @return the id of each row, in the order given; empty for a duplicate
     */
    @Transactional
    public List<Optional<Long>> insert(List<NewRow> rows) {
        InsertOrder order = new InsertOrder(rows);
        for (InsertOrder.Slice slice : order.slices()) {
            order.inserted(slice, insertSome(slice.rows()));
        }
        return order.ids();
    }

    private List<Inserted> insertSome(List<NewRow> some) {
        boolean areKeyless = some.stream().noneMatch(NewRow::hasUniqueKey);
        String one = areKeyless ? INSERT_ONE_KEYLESS : INSERT_ONE;
        String all = areKeyless ? INSERT_ALL_KEYLESS : INSERT_ALL;
        return joined.statement(sql -> some.size() == 1
                ? sql.all(one, Inserted::read, NewColumns.of(some.get(0)))
                : sql.all(all, Inserted::read, NewColumns.of(some)));
    }

    private static final String INSERT_MEMBERS = NewColumns.INSERT_MEMBERS + UNLESS_TAKEN + RETURNING;
    private static final String INSERT_MEMBERS_KEYLESS = NewColumns.INSERT_MEMBERS + RETURNING;

    /**
     * The place of a row in a flow.
     *
     * @param waits whether its part has not started
     * @param isWatched whether another part waits for its end
     */
    public record Place(boolean waits, boolean isWatched) {}

    /**
     * Inserts rows of a flow as {@link #insert} does.
     *
     * @param places the place of each row
     */
    @Transactional
    public List<Optional<Long>> insertMembers(long flow, List<NewRow> rows, List<Place> places) {
        InsertOrder order = new InsertOrder(rows);
        for (InsertOrder.Slice slice : order.slices()) {
            List<Place> some = slice.positions().stream().map(places::get).toList();
            order.inserted(slice, insertMembersOnce(flow, slice.rows(), some));
        }
        return order.ids();
    }

    private List<Inserted> insertMembersOnce(long flow, List<NewRow> some, List<Place> places) {
        String all = some.stream().noneMatch(NewRow::hasUniqueKey) ? INSERT_MEMBERS_KEYLESS : INSERT_MEMBERS;
        return joined.statement(sql -> sql.all(all, Inserted::read, NewColumns.ofMembers(flow, some, places)));
    }

    // Checks the state and not the version, because no attempt holds such a row. After waiting for another
    // transaction, the statement finds the state that this transaction left.
    private static final String UNTOUCHED = """
                   last_updated = clock_timestamp(),
                   version = t.version + 1
             where t.id = ?
               and t.unique_key is not null
               and t.status = 'queued'
               and t.started is null
            """;

    private static final String REPLACE = NewColumns.REPLACE + UNTOUCHED;

    /**
     * Replaces the values of a queued task that was never started by those of the row. Returns false if the task
     * is no longer such a task. Waits if another transaction holds it.
     */
    @Transactional(TxType.MANDATORY)
    public boolean replaceIfUntouched(long id, NewRow row) {
        List<Object> parameters = new ArrayList<>(Arrays.asList(NewColumns.of(row)));
        parameters.add(id);
        return joined.statement(sql -> sql.run(REPLACE, parameters.toArray())) == 1;
    }

    // The row is locked first. So its new due time is compared with the deadline that it has under the lock, by a
    // single clock.
    private static final String RESCHEDULE = """
            with asked as materialized (
                select t.id, t.expires_at,
            """ + NewColumn.RUN_AT + """
                       as due
                  from rowmill_task t
                 cross join (values (cast(? as text), cast(? as float8))) as n (run_at, delay)
                 where t.id = ?
                   and t.unique_key is not null
                   and t.status = 'queued'
                   and t.started is null
                   for no key update of t),
            moved as (
                update rowmill_task t
                   set run_at = asked.due,
                       last_updated = clock_timestamp(),
                       version = t.version + 1
                  from asked
                 where t.id = asked.id
                   and (asked.expires_at is null or asked.due < asked.expires_at)
                returning t.id)
            select exists (select 1 from moved) as is_moved, due, expires_at
              from asked
             where expires_at is null
                or expires_at > clock_timestamp()
            """;

    /**
     * The result of a new due time.
     *
     * @param isDone whether the task was changed; false if the due time is not before the deadline
     */
    public record Rescheduled(
            boolean isDone, Instant due, @Nullable Instant deadline) {

        static Rescheduled read(ResultSet row) throws SQLException {
            return new Rescheduled(
                    row.getBoolean("is_moved"), Instants.read(row, "due"), Instants.readOrNull(row, "expires_at"));
        }
    }

    /**
     * Gives a queued task that was never started the due time of the row, if the task may start then. Waits if
     * another transaction holds the task.
     *
     * @return empty if the task is no longer such a task, or its own deadline has passed
     */
    @Transactional(TxType.MANDATORY)
    public Optional<Rescheduled> rescheduleIfUntouched(long id, NewRow row) {
        Instant runAt = row.task().runAt();
        String moment = runAt == null ? null : runAt.toString();
        Double delay = Seconds.ofNullable(row.task().delay());
        return joined.statement(sql -> sql.first(RESCHEDULE, Rescheduled::read, moment, delay, id));
    }
}
