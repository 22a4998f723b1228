package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks over the groups of queued tasks, without quarantine. A loose index scan makes one probe for each group,
 * however many tasks it holds. The walk goes slice by slice, so that no statement takes long.
 */
@ApplicationScoped
public class Groups {

    /** Groups of a slice. Reading them takes a few hundredths of a second. */
    private static final int SLICE = 1000;

    /** Position before all groups. */
    public static final Seen START = new Seen("", new Group("", Short.MIN_VALUE), Instant.EPOCH, Duration.ZERO);

    private final EngineDatabase database;

    Groups(EngineDatabase database) {
        this.database = database;
    }

    /**
     * A group that was read.
     *
     * @param first the time at which its first task is due
     * @param late the time since then; negative if the task becomes due later
     */
    public record Seen(String queue, Group group, Instant first, Duration late) {

        public boolean isDue() {
            return !late.isNegative();
        }

        /** Returns the priority, improved by one for each {@code ageing} that the first task has waited. */
        long rank(Duration ageing) {
            return group.priority() - late.dividedBy(ageing);
        }
    }

    // 32767 is the last priority, so the next group has another type.
    // The age of run_at is not used: before PostgreSQL 17 infinite moments cannot be subtracted.
    static final String WALK = """
            with recursive g as (
                (select t.queue, t.type, t.priority, t.crashes, t.run_at, 1 as n
                   from rowmill_task t
                  where t.status = 'queued'
                    and t.crashes < 2
                    and (t.queue, t.type, t.priority, t.crashes) > (?, ?, cast(? as smallint), ?)
                  order by t.queue, t.type, t.priority, t.crashes, t.run_at, t.id
                  limit 1)
                 union all
                select next.queue, next.type, next.priority, next.crashes, next.run_at, g.n + 1
                  from g
                 cross join lateral (
                        select t.queue, t.type, t.priority, t.crashes, t.run_at
                          from rowmill_task t
                         where t.status = 'queued'
                           and t.crashes < 2
                           and (t.queue, t.type, t.priority, t.crashes)
                               > (g.queue, g.type,
                                  cast(case when (g.type = any(?)) = ? then g.priority else 32767 end as smallint),
                                  g.crashes)
                         order by t.queue, t.type, t.priority, t.crashes, t.run_at, t.id
                         limit 1) next
                 where g.n < ?)
            select g.queue, g.type, g.priority, g.crashes, g.run_at,
                   cast(extract(epoch from now()) - extract(epoch from g.run_at) as float8) as late,
                   (select 1
                      from rowmill_task t
                     where t.status = 'queued'
                       and t.crashes >= 2
                     order by t.queue, t.type, t.priority, t.run_at, t.id
                     limit 1) is not null as quarantined
              from (select) always
              left join g
                on true
            """;

    /** Consecutive groups, and whether any task is in quarantine. */
    private record Slice(List<Seen> seen, boolean quarantined) {}

    /** Returns the first groups of all. */
    public static List<Seen> first(Sql sql, int most) throws SQLException {
        return next(sql, START, new String[0], false, most).seen();
    }

    /**
     * Passes all groups of these types to {@code slices}. Of each other type, it passes at least the group with
     * the lowest priority value. Returns whether any task is in quarantine.
     */
    public boolean of(Collection<String> types, Consumer<List<Seen>> slices) {
        String[] names = types.toArray(String[]::new);
        Slice slice = read(START, names);
        slices.accept(slice.seen());
        while (slice.seen().size() == SLICE) {
            slice = read(slice.seen().get(SLICE - 1), names);
            slices.accept(slice.seen());
        }
        return slice.quarantined();
    }

    private Slice read(Seen last, String[] types) {
        return database.statement(sql -> next(sql, last, types, true, SLICE));
    }

    /**
     * Returns the next groups after {@code last}. They are all groups of other types than these, and at least the
     * group with the lowest priority value of each of these types.
     */
    public static List<Seen> nextOfOthersThan(Collection<String> types, Sql sql, Seen last, int most)
            throws SQLException {
        return next(sql, last, types.toArray(String[]::new), false, most).seen();
    }

    private static Slice next(Sql sql, Seen last, String[] types, boolean listed, int most) throws SQLException {
        Group group = last.group();
        List<Row> rows = sql.all(
                WALK, Groups::row, last.queue(), group.type(), group.priority(), group.crashes(), types, listed, most);
        List<Seen> seen = rows.stream().flatMap(row -> row.seen().stream()).toList();
        return new Slice(seen, rows.get(0).quarantined());
    }

    /** A row of the result. The result has one row even if there is no group. */
    private record Row(Optional<Seen> seen, boolean quarantined) {}

    private static Row row(ResultSet row) throws SQLException {
        boolean none = row.getString("queue") == null;
        return new Row(none ? Optional.empty() : Optional.of(seen(row)), row.getBoolean("quarantined"));
    }

    private static Seen seen(ResultSet row) throws SQLException {
        return seen(row.getString("queue"), row);
    }

    private static Seen seen(String queue, ResultSet row) throws SQLException {
        Instant first = row.getObject("run_at", OffsetDateTime.class).toInstant();
        return new Seen(queue, group(row), first, Seconds.read(row, "late"));
    }

    private static Group group(ResultSet row) throws SQLException {
        return new Group(row.getString("type"), row.getInt("priority"), row.getInt("crashes"));
    }

    // Reads all priorities of the requested types, and the first priority of other types.
    static final String DUE = """
            with recursive g as (
                (select t.type, t.priority, t.crashes, t.run_at
                   from rowmill_task t
                  where t.status = 'queued'
                    and t.crashes < 2
                    and t.queue = ?
                  order by t.type, t.priority, t.crashes, t.run_at, t.id
                  limit 1)
                 union all
                select next.type, next.priority, next.crashes, next.run_at
                  from g
                 cross join lateral (
                        select t.type, t.priority, t.crashes, t.run_at
                          from rowmill_task t
                         where t.status = 'queued'
                           and t.crashes < 2
                           and t.queue = ?
                           and (t.type, t.priority, t.crashes)
                               > (g.type,
                                  cast(case when g.type = any(?) then g.priority else 32767 end as smallint),
                                  g.crashes)
                         order by t.type, t.priority, t.crashes, t.run_at, t.id
                         limit 1) next)
            select g.type, g.priority, g.crashes, g.run_at,
                   cast(extract(epoch from now()) - extract(epoch from g.run_at) as float8) as late
              from g
             where g.type = any(?)
               and g.run_at <= now()
             order by g.priority, g.type, g.crashes
            """;

    /** Returns the groups of one queue that have these types and hold due tasks, in the order of claiming. */
    List<Seen> due(String queue, Collection<String> types) {
        String[] names = types.toArray(String[]::new);
        return database.statement(sql -> sql.all(DUE, row -> seen(queue, row), queue, queue, names, names));
    }

    private static final String QUARANTINED = """
            with recursive g as (
                (select t.queue, t.type, t.priority, t.run_at
                   from rowmill_task t
                  where t.status = 'queued'
                    and t.crashes >= 2
                  order by t.queue, t.type, t.priority, t.run_at, t.id
                  limit 1)
                 union all
                select next.queue, next.type, next.priority, next.run_at
                  from g
                 cross join lateral (
                        select t.queue, t.type, t.priority, t.run_at
                          from rowmill_task t
                         where t.status = 'queued'
                           and t.crashes >= 2
                           and (t.queue, t.type, t.priority)
                               > (g.queue, g.type,
                                  cast(case when g.type = any(?) then g.priority else 32767 end as smallint))
                         order by t.queue, t.type, t.priority, t.run_at, t.id
                         limit 1) next)
            select g.queue, g.type, g.priority, 2 as crashes, g.run_at,
                   cast(extract(epoch from now()) - extract(epoch from g.run_at) as float8) as late
              from g
             where g.type = any(?)
               and g.run_at <= now()
               and not exists (
                       select 1
                         from rowmill_queue q
                        where q.name = g.queue
                          and (q.paused or g.type = any(q.paused_types)))
             order by g.priority, g.run_at
            """;

    /**
     * Returns the groups of tasks in quarantine, whatever their number of crashes, in the order of claiming. They
     * have these types, are not paused and hold due tasks.
     */
    public List<Seen> quarantined(Collection<String> types) {
        String[] names = types.toArray(String[]::new);
        return database.statement(sql -> sql.all(QUARANTINED, Groups::seen, names, names));
    }
}
