package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.Sql;
import io.github.rowmill.task.Position;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.hibernate.StatelessSession;

/**
 * Computes how many tasks to claim of each group if several groups of a queue have the same priority. The share of
 * a group is the number of its tasks among the first tasks of all groups.
 */
final class Shares {

    private final StatelessSession session;

    Shares(StatelessSession session) {
        this.session = session;
    }

    /** The number of tasks to claim of a group. */
    record Share(Group group, int count) {}

    // Nothing is locked. So rows that another node is about to take count too, and the claim takes the next rows
    // instead.
    private static final String SHARES = """
            select first.type, first.crashes, count(*) as tasks
              from (select g.type, g.crashes
                      from unnest(cast(? as text[]), cast(? as int[])) g(type, crashes)
                     cross join lateral (
                            select t.run_at, t.id
                              from rowmill_task t
                             where t.status = 'queued'
                               and t.crashes < 2
                               and t.queue = ?
                               and t.type = g.type
                               and t.priority = ?
                               and t.crashes = g.crashes
                               and t.run_at <= now()
                               and (t.run_at, t.id) > (cast(? as timestamptz), ?)
                             order by t.run_at, t.id
                             limit ?) due
                     order by due.run_at, due.id
                     limit ?) first
             group by first.type, first.crashes
            """;

    // Counts the shares from the other end.
    private static final String SHARES_OF_YOUNGEST = """
            select first.type, first.crashes, count(*) as tasks
              from (select g.type, g.crashes
                      from unnest(cast(? as text[]), cast(? as int[])) g(type, crashes)
                     cross join lateral (
                            select t.run_at, t.id
                              from rowmill_task t
                             where t.status = 'queued'
                               and t.crashes < 2
                               and t.queue = ?
                               and t.type = g.type
                               and t.priority = ?
                               and t.crashes = g.crashes
                               and t.run_at <= now()
                             order by t.run_at desc, t.id desc
                             limit ?) due
                     order by due.run_at desc, due.id desc
                     limit ?) first
             group by first.type, first.crashes
            """;

    /** Returns the shares of groups that have the same priority. */
    List<Share> of(Plan plan, List<Group> groups, int limit) {
        Position after = plan.after(groups.get(0));
        String[] types = groups.stream().map(Group::type).toArray(String[]::new);
        int[] crashes = groups.stream().mapToInt(Group::crashes).toArray();
        int priority = groups.get(0).priority();
        OffsetDateTime runAt =
                after == null ? OffsetDateTime.MIN : after.runAt().atOffset(ZoneOffset.UTC);
        long id = after == null ? 0 : after.id();
        Sql.Reader<Share> share = row ->
                new Share(new Group(row.getString("type"), priority, row.getInt("crashes")), row.getInt("tasks"));
        return Sql.of(
                session,
                sql -> plan.lifo()
                        ? sql.all(SHARES_OF_YOUNGEST, share, types, crashes, plan.queue(), priority, limit, limit)
                        : sql.all(SHARES, share, types, crashes, plan.queue(), priority, runAt, id, limit, limit));
    }
}
