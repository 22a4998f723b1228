package io.github.rowmill.engine.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Marks tasks whose end is waited for, and reads how tasks have ended. */
@Singleton
public class TaskEnds {

    private final EngineDatabase database;

    TaskEnds(EngineDatabase database) {
        this.database = database;
    }

    /** The state of a task after the attempt to mark it. */
    public enum Mark {
        /** The task is marked. The verdict that ends it returns the mark. */
        WATCHED,
        /** The task has ended. */
        ENDED,
        /** The row does not exist. */
        GONE,
        /** Another transaction has locked the row, so the task is not marked. */
        LOCKED
    }

    /**
     * A task and its state.
     *
     * @param due the queue of a task that was due when this statement marked it, so that a claim may have passed over
     *     it; null for all others
     */
    public record Marked(long id, Mark mark, @Nullable String due) {

        static Marked read(ResultSet row) throws SQLException {
            return new Marked(row.getLong("id"), Mark.valueOf(row.getString("mark")), row.getString("due"));
        }
    }

    // Subqueries and row positions force an index probe for each task, as in Leases. An end that commits during the
    // statement is not in its snapshot: then the row is neither marked nor ended, and counts as locked.
    private static final String WATCH = """
            with asked as materialized (
                select distinct id
                  from unnest(cast(? as bigint[])) as a (id)),
            living as materialized (
                select h.ctid
                  from (select id from asked order by id) mine
                 cross join lateral (
                       select t.ctid
                         from rowmill_task t
                        where t.id = mine.id
                          and t.finished is null
                          and t.watched is null
                          for no key update of t skip locked) h),
            marked as (
                update rowmill_task t
                   set watched = true
                 where t.ctid = any(array(select ctid from living))
                returning t.id,
                          case when t.status <> 'executing' and t.run_at <= clock_timestamp() then t.queue end as due)
            select a.id, m.due,
                   case when t.id is null then 'GONE'
                        when t.finished is not null then 'ENDED'
                        when t.watched or m.id is not null then 'WATCHED'
                        else 'LOCKED' end as mark
              from asked a
              left join rowmill_task t
                on t.id = a.id
              left join marked m
                on m.id = a.id
            """;

    /** Marks tasks that have not ended, in one statement, and returns the state of each. */
    public List<Marked> watch(Collection<Long> ids) {
        return database.statement(sql -> sql.byIndex().all(WATCH, Marked::read, array(ids)));
    }

    private static final String ENDED = """
            select a.id
              from unnest(cast(? as bigint[])) as a (id)
              left join rowmill_task t
                on t.id = a.id
             where t.id is null
                or t.finished is not null
            """;

    /** Returns those tasks that have ended, or whose row does not exist. */
    public List<Long> ended(Collection<Long> ids) {
        return database.statement(sql -> sql.byIndex().all(ENDED, row -> row.getLong(1), array(ids)));
    }

    /**
     * How a task has ended.
     *
     * @param status completed, dead or cancelled; null if the row does not exist
     * @param result the result as it is stored; null if there is none
     */
    public record End(
            long id,
            String queue,
            String type,
            @Nullable TaskStatus status,
            @Nullable String error,
            @Nullable String result) {

        /** Returns the end of a task whose row does not exist. */
        public static End gone(long id) {
            return new End(id, "", "", null, null, null);
        }

        static End read(ResultSet row) throws SQLException {
            return new End(
                    row.getLong("id"),
                    row.getString("queue"),
                    row.getString("type"),
                    TaskStatus.of(row.getString("status")),
                    row.getString("error"),
                    row.getString("result"));
        }
    }

    private static final String READ = """
            select t.id, t.queue, t.type, t.status, t.error, cast(t.result as text) as result
              from rowmill_task t
             where t.id = any(?)
               and t.finished is not null
            """;

    /** Reads how tasks have ended. Tasks that have not ended, or do not exist, are not in the result. */
    public List<End> read(Collection<Long> ids) {
        return database.statement(sql -> sql.byIndex().all(READ, End::read, array(ids)));
    }

    private static long[] array(Collection<Long> ids) {
        return ids.stream().mapToLong(id -> id).toArray();
    }
}
