package io.github.rowmill.engine.store.claim;

import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.task.Moments;
import io.github.rowmill.task.Position;
import jakarta.persistence.LockModeType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.hibernate.Locking;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** Locks due rows by JPA, and skips rows that another transaction holds. */
final class DueTasks {

    /** Value of Hibernate's lock timeout that means {@code skip locked}. */
    private static final int SKIP_LOCKED = -2;

    private final StatelessSession session;
    private final Claimant claimant;
    private final String silence;
    private final boolean measures;

    /**
     * Creates an instance for one transaction.
     *
     * @param claimant the worker for which rows are locked
     * @param silence time after which the server ends the transaction, and with it the locks, if the node is cut
     *     off before the commit
     * @param measures whether to read the lengths of payloads; the server may be unable to compute one
     */
    DueTasks(StatelessSession session, Claimant claimant, Duration silence, boolean measures) {
        this.session = session;
        this.claimant = claimant;
        this.measures = measures;
        this.silence = Long.toString(silence.toMillis());
    }

    /**
     * A locked row.
     *
     * @param key its key; null if it has none
     * @param position its position in the order of its queue
     * @param place its physical position, which it keeps while it is locked
     * @param bytes the length of its payload; 0 if it was not measured
     * @param isRuled whether its queue has rules
     */
    record Locked(
            long id,
            String queue,
            @Nullable String key,
            Position position,
            String place,
            long bytes,
            boolean isRuled) {}

    StatelessSession session() {
        return session;
    }

    Claimant claimant() {
        return claimant;
    }

    // Depends on the queue and not on the row, so it is evaluated once for each statement.
    private static final String RULED = """
            , t.key, cast(sql('exists (select 1 from rowmill_queue where name = ?)', :queue) as boolean)
            """;

    // The length of an uncompressed payload is available without reading the payload. A small payload is read: it
    // may hold numbers such as 1e100000, which the table refuses in larger ones.
    private static final String MEASURED = """
            select t.id, t.priority, t.runAt, cast(sql('ctid') as string),
                   cast(sql('case when pg_column_compression(details) is null and pg_column_size(details) > 2000 then pg_column_size(details) else octet_length(cast(details as text)) end') as long)
            """ + RULED;

    private static final String UNMEASURED = """
            select t.id, t.priority, t.runAt, cast(sql('ctid') as string), cast(0 as long)
            """ + RULED;

    // Settings for the transaction. The first limits its inactivity. The second declares that the rules of queues
    // are checked; without it the table gives out no task of a queue with rules. The others make the server find
    // rows by index or position, even if the plan was made for a small table.
    private static final String SETTINGS = """
               and (select concat(
                       function('set_config', 'idle_in_transaction_session_timeout', :silence, true),
                       function('set_config', 'rowmill.admission', 'asked', true),
                       function('set_config', 'plan_cache_mode', 'force_generic_plan', true),
                       function('set_config', 'enable_seqscan', 'off', true))) is not null
            """;

    // The condition reads no additional row. The start of a task checks the deadline again, by the clock.
    private static final String NOT_TOO_LATE = """
               and (t.expiresAt is null or t.started is not null or t.expiresAt > instant)
            """;

    // Status and crashes are literals. Otherwise the planner could not see that the partial index is sufficient.
    private static final String DUE = """
              from RowmillTask t
             where t.status = QUEUED
               and t.runAt <= instant
            """ + NOT_TOO_LATE + SETTINGS;

    private static final String IN_ORDER = """
             order by t.priority, t.runAt, t.id
            """;

    // All conditions but the time are equalities, so this range of the index contains only due tasks.
    private static final String OF_GROUP = DUE + """
               and t.crashes < 2
               and t.queue = :queue
               and t.type = :type
               and t.priority = :priority
               and t.crashes = :crashes
            """;

    private static final String FIRST = OF_GROUP + IN_ORDER;

    private static final String AFTER = OF_GROUP + """
               and (t.runAt, t.id) > (:lastRunAt, :lastId)
            """ + IN_ORDER;

    // Scans the same index backward from now.
    private static final String YOUNGEST = OF_GROUP + """
             order by t.priority, t.runAt desc, t.id desc
            """;

    /**
     * Locks tasks of a group as the plan demands: the first ones, those after a position, or those that became due
     * last.
     */
    List<Locked> of(Plan plan, Group group, int limit) {
        Position after = plan.after(group);
        SelectionQuery<Object[]> due = after == null
                ? query(plan.lifo() ? YOUNGEST : FIRST)
                : query(AFTER).setParameter("lastRunAt", after.runAt()).setParameter("lastId", after.id());
        in(due, plan.queue(), group).setParameter("crashes", group.crashes());
        return locked(plan.queue(), locking(due, limit).getResultList());
    }

    private static final String QUARANTINED = DUE + """
               and t.crashes >= 2
               and t.queue = :queue
               and t.type = :type
               and t.priority = :priority
            """ + IN_ORDER;

    /** Locks the first tasks of a group in quarantine. */
    List<Locked> quarantined(String queue, Group group, int limit) {
        return locked(
                queue, locking(in(query(QUARANTINED), queue, group), limit).getResultList());
    }

    private static final String THESE = """
              from RowmillTask t
             where t.status in (QUEUED, WAITING)
               and t.runAt <= instant
               and t.queue = :queue
               and t.id in (:ids)
            """ + NOT_TOO_LATE + SETTINGS + IN_ORDER;

    /** Locks the given tasks that may still be claimed. */
    List<Locked> these(String queue, List<Long> ids) {
        SelectionQuery<Object[]> these =
                query(THESE).setParameter("queue", queue).setParameterList("ids", ids);
        return locked(queue, locking(these, ids.size()).getResultList());
    }

    private static SelectionQuery<Object[]> in(SelectionQuery<Object[]> query, String queue, Group group) {
        return query.setParameter("queue", queue)
                .setParameter("type", group.type())
                .setParameter("priority", (short) group.priority());
    }

    private SelectionQuery<Object[]> query(String query) {
        return session.createSelectionQuery((measures ? MEASURED : UNMEASURED) + query, Object[].class)
                .setParameter("silence", silence);
    }

    private static SelectionQuery<Object[]> locking(SelectionQuery<Object[]> due, int limit) {
        return due.setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
                .setFollowOnStrategy(Locking.FollowOn.DISALLOW);
    }

    private static List<Locked> locked(String queue, List<Object[]> rows) {
        return rows.stream().map(row -> locked(queue, row)).toList();
    }

    private static Locked locked(String queue, Object[] row) {
        long id = (Long) row[0];
        return new Locked(
                id,
                queue,
                (String) row[5],
                new Position((Short) row[1], Moments.finite((Instant) row[2]), id),
                (String) row[3],
                (Long) row[4],
                (Boolean) row[6]);
    }
}
