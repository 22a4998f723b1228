package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Sql;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Moments;
import io.github.rowmill.task.Position;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the number of executing tasks of each key, and its next tasks, in one statement. Verdicts commit all the
 * time. With two snapshots, a task that is to be tried again could be executing in one and next in the other.
 */
final class FirstTasks {

    // Each part probes an index by queue, status and key, in the order of claiming. Rows of a key are read until
    // enough are found that this node may start. The limit stops this in a flood that the node may not start.
    private static final String OF_KEYS = """
            select k.key, e.executing, h.*
              from unnest(cast(? as text[]), cast(? as boolean[]), cast(? as boolean[])) as k (key, waits, knocks)
             cross join lateral (
                   select count(*) as executing
                     from (select
                             from rowmill_task t
                            where t.queue = ?
                              and t.status = 'executing'
                              and t.key = k.key
                              and t.key is not null
                            limit ?) places) e
              left join lateral (
                   (select 'waiting' as kind, t.id, t.priority, t.run_at, t.type, t.crashes, true as due
                      from rowmill_task t
                     where k.waits
                       and t.queue = ?
                       and t.status = 'waiting'
                       and t.key = k.key
                       and t.key is not null
                       and t.run_at <= now()
                       and t.type = any(?)
                     order by t.priority, t.run_at, t.id
                     limit ?)
                    union all
                   (select 'queued', t.id, t.priority, t.run_at, t.type, t.crashes, true
                      from (select *
                              from rowmill_task t
                             where k.knocks
                               and t.queue = ?
                               and t.status = 'queued'
                               and t.key = k.key
                               and t.key is not null
                               and t.run_at <= now()
                             order by t.priority, t.run_at, t.id
                             limit ?) t
                     where t.crashes < 2
                       and t.type = any(?)
                     order by t.priority, t.run_at, t.id
                     limit ?)) h on true
            """;

    // Tasks that block a key come first, in the order of the names of their statuses. These are dead tasks, if
    // they block, the executing task, and a task that was started before. The index contains only these, and is
    // used only if its condition is repeated word by word. The task that the claim itself has found is left out.
    // It is usually the first one, and then there is nothing to add.
    private static final String OF_ORDERED_KEYS = """
            select k.key, 0 as executing, h.*
              from unnest(cast(? as text[]), cast(? as boolean[]), cast(? as bigint[])) as k (key, waits, found)
             cross join lateral (
                   (select case when t.status in ('executing', 'dead') then t.status else 'begun' end as kind,
                           t.id, t.priority, t.run_at, t.type, t.crashes, t.run_at <= now() as due
                      from rowmill_task t
                     where t.queue = ?
                       and t.key = k.key
                       and t.key is not null
                       and (t.status in ('executing', 'dead')
                            or (t.started is not null and t.status in ('queued', 'waiting')))
                       and t.status >= ?
                       and (t.status <> 'dead' or t.passed is null)
                     order by t.status, t.priority, t.run_at, t.id
                     limit 1)
                    union all
                   (select 'begun', t.id, t.priority, t.run_at, t.type, t.crashes, t.run_at <= now()
                      from rowmill_task t
                     where k.waits
                       and t.queue = ?
                       and t.status = 'waiting'
                       and t.key = k.key
                       and t.key is not null
                       and t.started is not null
                     order by t.priority, t.run_at, t.id
                     limit 1)
                    union all
                   (select 'queued', t.id, t.priority, t.run_at, t.type, t.crashes, true
                      from rowmill_task t
                     where t.queue = ?
                       and t.status = 'queued'
                       and t.key = k.key
                       and t.key is not null
                       and t.started is null
                       and t.run_at <= now()
                     order by t.priority, t.run_at, t.id
                     limit 1)
                    union all
                   (select 'waiting', t.id, t.priority, t.run_at, t.type, t.crashes, true
                      from rowmill_task t
                     where k.waits
                       and t.queue = ?
                       and t.status = 'waiting'
                       and t.key = k.key
                       and t.key is not null
                       and t.started is null
                       and t.run_at <= now()
                     order by t.priority, t.run_at, t.id
                     limit 2)) h
             where h.kind <> 'queued'
                or h.id <> k.found
            """;

    /** Largest number of due tasks of a key to read, to find some that this node may start. */
    private static final int MAX_DUE = 1000;

    private final Sql sql;
    private final String queue;
    private final LockedRules rules;
    private final Set<String> types;

    FirstTasks(Sql sql, String queue, LockedRules rules, Set<String> types) {
        this.sql = sql;
        this.queue = queue;
        this.rules = rules;
        this.types = types;
    }

    /**
     * A row of the result.
     *
     * @param head empty if the key has no next task
     */
    private record Found(String key, int executing, Optional<FirstTaskOfKey> head) {}

    /** Adds to each lane the number of its executing tasks, and up to {@code most} of its next tasks. */
    void show(Map<String, KeyState> lanes, int most) throws SQLException {
        List<KeyState> asked = lanes.values().stream().filter(this::isAsked).toList();
        if (asked.isEmpty()) {
            return;
        }
        for (Found found : found(asked, most)) {
            KeyState lane = lanes.get(found.key());
            if (lane != null) {
                lane.executes(found.executing());
                found.head().ifPresent(lane::show);
            }
        }
    }

    /**
     * Returns whether a lane must be read. A key without limits and without parked tasks is known from the
     * candidates.
     */
    private boolean isAsked(KeyState lane) {
        return rules.perKey() != null || rules.mayHaveWaiting() || lane.isKnocking();
    }

    private List<Found> found(Collection<KeyState> lanes, int most) throws SQLException {
        String[] keys = lanes.stream().map(KeyState::key).toArray(String[]::new);
        Boolean[] wait = lanes.stream().map(KeyState::mayHaveWaiting).toArray(Boolean[]::new);
        if (rules.ordered()) {
            long[] found = lanes.stream().mapToLong(KeyState::firstFound).toArray();
            String first = rules.blocks() ? "dead" : "executing";
            return sql.all(OF_ORDERED_KEYS, FirstTasks::found, keys, wait, found, queue, first, queue, queue, queue);
        }
        Boolean[] knock = lanes.stream().map(KeyState::isKnocking).toArray(Boolean[]::new);
        int places = rules.perKey() == null ? 0 : rules.mostOfKey();
        String[] names = types.toArray(String[]::new);
        Object[] parameters = {keys, wait, knock, queue, places, queue, names, most, queue, MAX_DUE, names, most};
        return sql.all(OF_KEYS, FirstTasks::found, parameters);
    }

    private static Found found(ResultSet row) throws SQLException {
        String kind = row.getString("kind");
        return new Found(
                row.getString("key"),
                row.getInt("executing"),
                kind == null ? Optional.empty() : Optional.of(head(row, kind)));
    }

    private static FirstTaskOfKey head(ResultSet row, String kind) throws SQLException {
        long id = row.getLong("id");
        Position position = new Position(row.getInt("priority"), Moments.finite(Instants.read(row, "run_at")), id);
        return new FirstTaskOfKey(
                id,
                FirstTaskOfKey.Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
                position,
                row.getString("type"),
                row.getBoolean("due"),
                row.getInt("crashes") >= Claimed.QUARANTINE_CRASHES);
    }
}
