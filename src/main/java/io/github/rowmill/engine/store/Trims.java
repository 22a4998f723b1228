package io.github.rowmill.engine.store;

import io.github.rowmill.db.Bisection;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.hibernate.JDBCException;

/** Deletes finished tasks and their attempts. */
@ApplicationScoped
public class Trims {

    /**
     * Largest number of refused rows in one round. The rows behind them wait for the next round, so that a round
     * ends.
     */
    private static final int MAX_REFUSALS = 5000;

    /** Number of times in a row that a node leaves the trim to the holder of the lock. */
    private static final int PATIENCE = 10;

    private final EngineDatabase database;
    private final AtomicInteger passed = new AtomicInteger();

    Trims(EngineDatabase database) {
        this.database = database;
    }

    private static final String TRIM = """
            with turn as materialized (
                select pg_try_advisory_xact_lock(hashtext('rowmill.trim'), hashtext(current_schema())) as is_mine),
            old as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(array(
                           select f.id
                             from rowmill_task f
                            where f.status = ?
                              and f.finished < now() - make_interval(secs => ?)
                            order by f.finished
                            limit ?))
                   and t.status = ?
                   and (select is_mine or ? from turn)
                 order by t.id
                   for update of t skip locked),
            trimmed as (
                delete from rowmill_task t
                 using old
                 where t.id = old.id
                returning t.id)
            select (select is_mine from turn), (select count(*) from trimmed)
            """;

    /**
     * Deletes tasks of one final state that finished longer ago than {@code age}, the oldest first, at most
     * {@code limit}. Deletes none if another node holds the lock for trimming. Two nodes that trim at the same
     * time do no harm. After ten refusals of the lock in a row, the node trims without it, until it gets the lock
     * again. Anyone who may connect can take the lock and keep it.
     *
     * <p>If the database refuses a task, for example because a table of the application references it, all other
     * old tasks are deleted. Then {@code refused} is called with the reason of the first refusal.
     *
     * @return the number of deleted tasks
     */
    public int trim(TaskStatus status, Duration age, int limit, Consumer<Throwable> refused) {
        try {
            boolean insists = passed.get() >= PATIENCE;
            return database.statement(sql -> sql.first(
                            TRIM, this::trimmed, status.column(), Seconds.of(age), limit, status.column(), insists)
                    .orElseThrow());
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                throw e;
            }
            return trimAround(status, age, limit, refused);
        }
    }

    private int trimmed(ResultSet row) throws SQLException {
        passed.set(row.getBoolean(1) ? 0 : passed.get() + 1);
        return row.getInt(2);
    }

    private static final String OLD = """
            select f.id
              from rowmill_task f
             where f.status = ?
               and f.finished < now() - make_interval(secs => ?)
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
                 order by t.id
                   for update of t skip locked)
            delete from rowmill_task t
             using old
             where t.id = old.id
            returning t.id
            """;

    private int trimAround(TaskStatus status, Duration age, int slice, Consumer<Throwable> refused) {
        List<Throwable> refusals = new ArrayList<>();
        int trimmed = 0;
        int done;
        do {
            int before = trimmed + refusals.size();
            trimmed += Bisection.of(old(status, age, refusals.size(), slice), ids -> trim(ids, status), (id, why) -> {
                        refusals.add(why);
                        return List.<Long>of();
                    })
                    .size();
            done = trimmed + refusals.size() - before;
        } while (done > 0 && refusals.size() < MAX_REFUSALS);
        refusals.stream().findFirst().ifPresent(refused);
        return trimmed;
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
