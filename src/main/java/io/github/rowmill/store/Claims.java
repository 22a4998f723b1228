package io.github.rowmill.store;

import io.github.rowmill.config.Operator;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.store.sql.Sql;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.Locking;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** Claims: locks due rows, passing over those another node is about to take, and takes them by one versioned update. */
@ApplicationScoped
public class Claims {

    /** The value of Hibernate's lock timeout that means {@code skip locked}. */
    private static final int SKIP_LOCKED = -2;

    private final LoopDatabase database;
    private final String operator;
    private final Duration lease;

    Claims(LoopDatabase database, Operator operator, RowmillConfig config) {
        this.database = database;
        this.operator = operator.id();
        this.lease = config.lease();
    }

    // The node that is cut off before it commits does not keep its locks: the server ends the transaction.
    // Status and crashes are literals: only so can the planner tell that the partial index will do.
    private static final String DUE = """
            select t.id, cast(sql('ctid') as string)
              from Task t
             where t.status = QUEUED
               and t.crashes < 2
               and t.queue = :queue
               and t.type in (%s)
               and t.runAt <= instant
               and (select function('set_config', 'idle_in_transaction_session_timeout', :silence, true)) is not null
             order by t.priority, t.runAt, t.id
            """;

    private static final String QUARANTINED = """
            select t.id, cast(sql('ctid') as string)
              from Task t
             where t.status = QUEUED
               and t.crashes >= 2
               and t.queue in (%s)
               and t.type in (%s)
               and t.runAt <= instant
               and (select function('set_config', 'idle_in_transaction_session_timeout', :silence, true)) is not null
             order by t.priority, t.runAt, t.id
            """;

    private static final String TAKE = """
            update rowmill_task
               set status = 'executing',
                   operator_id = ?,
                   expiry = clock_timestamp() + make_interval(secs => ?),
                   started = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   attempts = attempts + 1,
                   version = version + 1
             where ctid = any(cast(? as tid[]))
            returning id, version, queue, type, details, attempts, max_attempts, crashes,
                      cast(extract(epoch from timeout) as float8),
                      cast(extract(epoch from clock_timestamp() - run_at) as float8)
            """;

    /** Claims up to {@code limit} due tasks of one queue, in order of priority, {@code run_at} and id. */
    public List<Claimed> claim(String queue, Set<String> types, int limit) {
        return database.transaction(session -> {
            SelectionQuery<Object[]> due = session.createSelectionQuery(
                            DUE.formatted(names("type", types)), Object[].class)
                    .setParameter("queue", queue);
            bind(due, "type", types);
            return take(session, lock(due, limit));
        });
    }

    /** Claims one due task in quarantine, of any of these queues; the list is empty or has one. */
    public List<Claimed> claimQuarantined(Set<String> queues, Set<String> types) {
        return database.transaction(session -> {
            SelectionQuery<Object[]> due = session.createSelectionQuery(
                    QUARANTINED.formatted(names("queue", queues), names("type", types)), Object[].class);
            bind(due, "queue", queues);
            bind(due, "type", types);
            return take(session, lock(due, 1));
        });
    }

    /** A parameter for each value: for a parameter that takes a list Hibernate translates the query anew each time. */
    private static String names(String prefix, Set<String> values) {
        return IntStream.range(0, values.size()).mapToObj(i -> ":" + prefix + i).collect(Collectors.joining(", "));
    }

    private static void bind(SelectionQuery<?> query, String prefix, Set<String> values) {
        int i = 0;
        for (String value : values) {
            query.setParameter(prefix + i++, value);
        }
    }

    private List<Object[]> lock(SelectionQuery<Object[]> due, int limit) {
        return due.setParameter(
                        "silence", Long.toString(database.longestSilence().toMillis()))
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
                .setFollowOnStrategy(Locking.FollowOn.DISALLOW)
                .getResultList();
    }

    /** Finds the rows where they were locked, as a locked row stays in its place. They come back in no order: that of the locks is the order of claiming. */
    private List<Claimed> take(StatelessSession session, List<Object[]> due) {
        if (due.isEmpty()) {
            return List.of();
        }
        String[] places = due.stream().map(row -> (String) row[1]).toArray(String[]::new);
        Map<Long, Claimed> taken = new HashMap<>();
        Sql.of(session, sql -> sql.all(TAKE, Claims::claimed, operator, Inserts.seconds(lease), places))
                .forEach(task -> taken.put(task.id(), task));
        return due.stream()
                .map(row -> taken.get((Long) row[0]))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Claimed claimed(ResultSet row) throws SQLException {
        double timeout = row.getDouble(9);
        @Nullable Duration own = row.wasNull() ? null : Inserts.duration(timeout);
        return new Claimed(
                new Lease(row.getLong(1), row.getLong(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getInt(6),
                row.getInt(7),
                row.getInt(8),
                own,
                Inserts.duration(row.getDouble(10)));
    }

    // A loose index scan: one probe for each queue that holds a queued task, however many tasks it holds.
    private static final String QUEUES = """
            with recursive q as (
                (select t.queue
                   from rowmill_task t
                  where t.status = 'queued'
                    and t.crashes < 2
                  order by t.queue
                  limit 1)
                 union all
                select (select t.queue
                          from rowmill_task t
                         where t.status = 'queued'
                           and t.crashes < 2
                           and t.queue > q.queue
                         order by t.queue
                         limit 1)
                  from q
                 where q.queue is not null)
            select q.queue, false
              from q
             where q.queue is not null
             union all
            select distinct t.queue, true
              from rowmill_task t
             where t.status = 'queued'
               and t.crashes >= 2
               and t.type = any(?)
               and t.run_at <= now()
            """;

    /** The queues that hold queued tasks, and those that hold due ones in quarantine that this node handles. */
    public record Queues(Set<String> waiting, Set<String> quarantined) {}

    /** Which queues to ask. */
    public Queues queues(Set<String> types) {
        Set<String> waiting = new TreeSet<>();
        Set<String> quarantined = new TreeSet<>();
        String[] names = types.toArray(String[]::new);
        database.statement(sql -> sql.all(
                QUEUES, row -> (row.getBoolean(2) ? quarantined : waiting).add(row.getString(1)), (Object) names));
        return new Queues(waiting, quarantined);
    }
}
