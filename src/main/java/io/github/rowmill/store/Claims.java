package io.github.rowmill.store;

import io.github.rowmill.config.Operator;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Task;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.Locking;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;

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

    // Status and crashes are literals: only so can the planner tell that the partial index will do.
    private static final String DUE = """
            select t
              from Task t
             where t.status = QUEUED
               and t.crashes < 2
               and t.queue = :queue
               and t.type in (:types)
               and t.runAt <= instant
             order by t.priority, t.runAt, t.id
            """;

    private static final String QUARANTINED = """
            select t
              from Task t
             where t.status = QUEUED
               and t.crashes >= 2
               and t.queue in (:queues)
               and t.type in (:types)
               and t.runAt <= instant
             order by t.priority, t.runAt, t.id
            """;

    private static final String TAKE = """
            update rowmill_task
               set status = 'executing',
                   operator_id = :operator,
                   expiry = clock_timestamp() + make_interval(secs => :lease),
                   started = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   attempts = attempts + 1,
                   version = version + 1
             where id = any(:ids)
            returning id, cast(extract(epoch from clock_timestamp() - run_at) as float8)
            """;

    /** Claims up to {@code limit} due tasks of one queue, in order of priority, {@code run_at} and id. */
    public List<Claimed> claim(String queue, Set<String> types, int limit) {
        return database.transaction(session -> {
            SelectionQuery<Task> due = session.createSelectionQuery(DUE, Task.class)
                    .setParameter("queue", queue)
                    .setParameterList("types", types);
            return take(session, lock(due, limit));
        });
    }

    /** Claims one due task in quarantine, of any of these queues; the list is empty or has one. */
    public List<Claimed> claimQuarantined(Set<String> queues, Set<String> types) {
        return database.transaction(session -> {
            SelectionQuery<Task> due = session.createSelectionQuery(QUARANTINED, Task.class)
                    .setParameterList("queues", queues)
                    .setParameterList("types", types);
            return take(session, lock(due, 1));
        });
    }

    private static List<Task> lock(SelectionQuery<Task> due, int limit) {
        return due.setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
                .setFollowOnStrategy(Locking.FollowOn.DISALLOW)
                .getResultList();
    }

    private List<Claimed> take(StatelessSession session, List<Task> due) {
        if (due.isEmpty()) {
            return List.of();
        }
        Map<Long, Double> waited = new HashMap<>();
        session.createNativeQuery(TAKE, Object[].class)
                .setParameter("operator", operator)
                .setParameter("lease", Inserts.seconds(lease))
                .setParameter("ids", due.stream().map(Task::getId).toArray(Long[]::new))
                .getResultList()
                .forEach(row -> waited.put((Long) row[0], (Double) row[1]));
        return due.stream()
                .map(task -> claimed(task, waited.getOrDefault(task.getId(), 0.0)))
                .toList();
    }

    private static Claimed claimed(Task task, double waited) {
        return new Claimed(
                new Lease(task.getId(), task.getVersion() + 1),
                task.getQueue(),
                task.getType(),
                task.getDetails(),
                task.getAttempts() + 1,
                task.getMaxAttempts(),
                task.getCrashes(),
                task.getTimeout(),
                Duration.ofNanos((long) (waited * 1e9)));
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
               and t.type = any(:types)
               and t.run_at <= now()
            """;

    /** The queues that hold queued tasks, and those that hold due ones in quarantine that this node handles. */
    public record Queues(Set<String> waiting, Set<String> quarantined) {}

    /** Which queues to ask. */
    public Queues queues(Set<String> types) {
        Set<String> waiting = new TreeSet<>();
        Set<String> quarantined = new TreeSet<>();
        for (Object[] row : database.statement(session -> session.createNativeQuery(QUEUES, Object[].class)
                .setParameter("types", types.toArray(String[]::new))
                .getResultList())) {
            ((Boolean) row[1] ? quarantined : waiting).add((String) row[0]);
        }
        return new Queues(waiting, quarantined);
    }
}
