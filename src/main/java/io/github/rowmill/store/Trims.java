package io.github.rowmill.store;

import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Deletes finished tasks, and with them their attempts. */
@ApplicationScoped
public class Trims {

    private final LoopDatabase database;

    Trims(LoopDatabase database) {
        this.database = database;
    }

    private static final String TRIM = """
            with turn as materialized (
                select pg_try_advisory_xact_lock(hashtextextended('rowmill.trim', 0)) as is_mine),
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
                   and (select is_mine from turn)
                 order by t.id
                   for update of t skip locked),
            trimmed as (
                delete from rowmill_task t
                 using old
                 where t.id = old.id
                returning t.id)
            select count(*)
              from trimmed
            """;

    /**
     * Deletes tasks of one final state that finished longer ago than {@code age}, the oldest first, at most
     * {@code limit}; none if another node is at it right now.
     *
     * @return how many were deleted
     */
    public int trim(TaskStatus status, Duration age, int limit) {
        return database.statement(sql -> sql.first(
                        TRIM, row -> row.getInt(1), status.column(), Inserts.seconds(age), limit, status.column())
                .orElseThrow());
    }
}
