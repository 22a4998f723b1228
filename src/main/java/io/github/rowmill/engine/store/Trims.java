package io.github.rowmill.engine.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.hibernate.JDBCException;

/**
 * Deletes finished tasks and their attempts. Tasks of open flows stay, and tasks that nothing has looked at since their
 * end. Failed tasks of a flow stay as long as the flow, because a retry of the flow takes deleted tasks as completed.
 */
@ApplicationScoped
public class Trims {

    /** Number of times in a row that a node leaves the trim to the holder of the lock. */
    private static final int PATIENCE = 10;

    private final EngineDatabase database;
    private final Map<TaskStatus, RowWalk> walks = new ConcurrentHashMap<>();
    private final AtomicInteger passed = new AtomicInteger();

    Trims(EngineDatabase database) {
        this.database = database;
    }

    private static final String TRIM = """
            with turn as materialized (
                select pg_try_advisory_xact_lock(hashtext('rowmill.trim'), hashtext(current_schema())) as is_mine),
            found as materialized (
                select array(
                           select f.id
                             from rowmill_task f
                            where f.status = ?
                              and f.finished < now() - make_interval(secs => ?)
                              and f.watched is null
                              and (f.flow is null
                                or not exists (
                                    select 1
                                      from rowmill_flow w
                                     where w.id = f.flow
                                       and (w.finished is null or f.status <> 'completed')))
                            order by f.finished
                            limit ?) as ids),
            old as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(cast((select ids from found) as bigint[]))
                   and t.status = ?
                   and t.watched is null
                   and (select is_mine or ? from turn)
                 order by t.id
                   for update of t skip locked),
            trimmed as (
                delete from rowmill_task t
                 using old
                 where t.id = old.id
                returning t.id)
            select is_mine, cardinality(ids) as found, (select count(*) from trimmed) as trimmed
              from turn, found
            """;

    /** The result of a statement. */
    private record Trimmed(boolean hasLock, int found, int count) {}

    /**
     * Deletes tasks of one final state that finished longer ago than {@code age}, the oldest first, at most
     * {@code limit} with one statement. Deletes none if another node holds the lock for trimming. Two nodes that
     * trim at the same time do no harm. After ten refusals of the lock in a row, the node trims without it, until
     * it gets the lock again. Anyone who may connect can take the lock and keep it.
     *
     * <p>If another transaction has locked some of these tasks, or the database refuses some, the old tasks behind
     * them are deleted by further statements. The database refuses a task for example because a table of the
     * application references it. Then {@code refused} is called with the reason of the first refusal. If there are
     * very many such tasks, the next call goes on behind them.
     *
     * @return the number of deleted tasks
     */
    public int trim(TaskStatus status, Duration age, int limit, Consumer<Throwable> refused) {
        try {
            boolean insists = passed.get() >= PATIENCE;
            Trimmed done = trim(status, age, limit, insists);
            passed.set(done.hasLock() ? 0 : passed.get() + 1);
            boolean isPartial = done.found() == limit && done.count() < limit;
            return isPartial && (done.hasLock() || insists)
                    ? done.count() + trimAround(status, age, limit, refused)
                    : done.count();
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                throw e;
            }
            return trimAround(status, age, limit, refused);
        }
    }

    private Trimmed trim(TaskStatus status, Duration age, int limit, boolean insists) {
        return database.statement(sql -> sql.first(
                        TRIM,
                        row -> new Trimmed(row.getBoolean("is_mine"), row.getInt("found"), row.getInt("trimmed")),
                        status.column(),
                        Seconds.of(age),
                        limit,
                        status.column(),
                        insists)
                .orElseThrow());
    }

    private static final String OLD = """
            select f.id
              from rowmill_task f
             where f.status = ?
               and f.finished < now() - make_interval(secs => ?)
               and f.watched is null
               and (f.flow is null
                 or not exists (
                     select 1
                       from rowmill_flow w
                      where w.id = f.flow
                        and (w.finished is null or f.status <> 'completed')))
             order by f.finished, f.id
            offset ?
             limit ?
            """;

    private static final String TRIM_SOME = """
            with old as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(?)
                   and t.status = ?
                   and t.watched is null
                 order by t.id
                   for update of t skip locked)
            delete from rowmill_task t
             using old
             where t.id = old.id
            returning t.id
            """;

    private int trimAround(TaskStatus status, Duration age, int limit, Consumer<Throwable> refused) {
        return walks.computeIfAbsent(status, name -> new RowWalk())
                .round(
                        limit,
                        (offset, most) -> old(status, age, offset, most),
                        ids -> trim(ids, status),
                        id -> {},
                        refused);
    }

    private List<Long> old(TaskStatus status, Duration age, int offset, int limit) {
        return database.statement(
                sql -> sql.all(OLD, row -> row.getLong(1), status.column(), Seconds.of(age), offset, limit));
    }

    private List<Long> trim(List<Long> ids, TaskStatus status) {
        long[] some = ids.stream().mapToLong(id -> id).toArray();
        return database.statement(sql -> sql.all(TRIM_SOME, row -> row.getLong(1), some, status.column()));
    }
}
