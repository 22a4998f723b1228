package io.github.rowmill.feature.flow.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Looks at flows, finds ends that no node has looked at, and deletes old flows. Each statement is a transaction. */
@Singleton
public class FlowLooks {

    /** Bounds the work of counting. */
    private static final int MAX_COUNTED = 100_000;

    private final EngineDatabase database;

    FlowLooks(EngineDatabase database) {
        this.database = database;
    }

    private static final String LOOK = """
            select l.what, l.flow, l.name from rowmill_look(?, ?) l
            """;

    /**
     * Looks at what waits for tasks that have ended, and at flows as a whole. It waits for no lock.
     *
     * @param ended ids of tasks
     * @param whole ids of flows
     */
    public List<Finding> look(Collection<Long> ended, Collection<Long> whole) {
        return database.statement(sql -> sql.all(LOOK, Finding::read, array(ended), array(whole)));
    }

    // The comparison with now() is a condition of the index. With clock_timestamp(), the statement would read all
    // marked tasks.
    private static final String LEFT = """
            select array(
                       select t.id
                         from rowmill_task t
                        where t.watched
                          and t.finished < now() - make_interval(secs => ?)
                        order by t.finished
                        limit ?) as tasks,
                   array(select f.id from rowmill_flow f where f.pending order by f.id limit ?) as flows,
                   (select count(*)
                      from (select 1 from rowmill_flow f where f.finished is null limit ?) o) as open,
                   (select count(distinct h.flow)
                      from (select p.flow from rowmill_part p where p.state = 'held' limit ?) h) as held
            """;

    /**
     * What nodes have left.
     *
     * @param tasks marked tasks that have ended, and at which no node has looked yet
     * @param flows flows at which a node must go on to look
     * @param open the number of flows that have not ended, at most 100,000
     * @param held the number of flows of which a part is held, at most 100,000
     */
    public record Left(List<Long> tasks, List<Long> flows, long open, long held) {

        private static Left read(ResultSet row) throws SQLException {
            return new Left(
                    List.of((Long[]) row.getArray("tasks").getArray()),
                    List.of((Long[]) row.getArray("flows").getArray()),
                    row.getLong("open"),
                    row.getLong("held"));
        }
    }

    /**
     * Finds what nodes have left, by one statement.
     *
     * @param age tasks that ended since are left to the node that ended them
     * @param limit the largest number of tasks, and of flows
     */
    public Left left(Duration age, int limit) {
        return database.statement(sql ->
                        sql.byIndex().first(LEFT, Left::read, Seconds.of(age), limit, limit, MAX_COUNTED, MAX_COUNTED))
                .orElseThrow();
    }

    // A part waits for a task that is gone or not marked, or for none although all parts before it have started. Or it
    // is held by a task that has not failed.
    private static final String ADRIFT = """
            with slice as materialized (
                select f.id
                  from rowmill_flow f
                 where f.finished is null
                   and f.id > ?
                 order by f.id
                 limit ?)
            select s.id,
                   exists (
                       select 1
                         from rowmill_part p
                         left join rowmill_task t
                           on t.id = p.watching
                        where p.flow = s.id
                          and p.decided is null
                          and case
                                  when p.state = 'held' then t.status is null or t.status not in ('dead', 'cancelled')
                                  when p.watching is not null then t.id is null or t.watched is null
                                  else not exists (
                                      select 1
                                        from rowmill_part b
                                       where b.flow = p.flow
                                         and b.decided is null
                                         and b.part > 0
                                         and (b.part = any(p.after) or p.part = 0))
                              end) as is_adrift
              from slice s
             order by s.id
            """;

    /** An open flow. It is adrift if no end of a task leads a node to it. */
    public record Open(long id, boolean isAdrift) {}

    /** Checks a slice of the open flows: those after {@code after}, at most {@code limit}. */
    public List<Open> slice(long after, int limit) {
        return database.statement(sql -> sql.byIndex()
                .all(ADRIFT, row -> new Open(row.getLong("id"), row.getBoolean("is_adrift")), after, limit));
    }

    private static final String OLD = """
            select f.id
              from rowmill_flow f
             where f.finished < now() - make_interval(secs => ?)
             order by f.finished
             limit ?
            """;

    /** Returns flows that ended longer ago than {@code age}, the oldest first. */
    public List<Long> old(Duration age, int limit) {
        return database.statement(sql -> sql.byIndex().all(OLD, row -> row.getLong(1), Seconds.of(age), limit));
    }

    private static final String DELETE_TASKS = """
            with chunk as materialized (
                select m.part, m.task
                  from rowmill_part_task m
                 where m.flow = ?
                 limit ?)
            delete from rowmill_part_task m
             using chunk
             where m.flow = ?
               and m.part = chunk.part
               and m.task = chunk.task
            """;

    private static final String DELETE = """
            with old as materialized (
                select f.id
                  from rowmill_flow f
                 where f.id = ?
                   and f.finished < now() - make_interval(secs => ?)
                   for update of f skip locked)
            delete from rowmill_flow f
             using old
             where f.id = old.id
            """;

    /**
     * Deletes a flow that ended longer ago than {@code age}, with its parts. Its tasks stay until their own retention
     * has passed.
     *
     * @return whether this call deleted it
     */
    public boolean delete(long flow, Duration age, int limit) {
        boolean isDeleted = database.statement(sql -> sql.run(DELETE, flow, Seconds.of(age))) == 1;
        int some = isDeleted ? limit : 0;
        while (some == limit) {
            some = database.statement(sql -> sql.run(DELETE_TASKS, flow, limit, flow));
        }
        return isDeleted;
    }

    private static Long[] array(Collection<Long> ids) {
        return ids.toArray(Long[]::new);
    }
}
