package io.github.rowmill.store.claim;

import io.github.rowmill.task.Position;
import jakarta.persistence.LockModeType;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.Locking;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;

/** Locks due rows by JPA, passing over those that another transaction holds. */
final class DueTasks {

    /** The value of Hibernate's lock timeout that means {@code skip locked}. */
    private static final int SKIP_LOCKED = -2;

    private final StatelessSession session;
    private final String silence;

    /** Should the node be cut off before it commits, the server ends the transaction after {@code silence}, and the locks with it. */
    DueTasks(StatelessSession session, Duration silence) {
        this.session = session;
        this.silence = Long.toString(silence.toMillis());
    }

    /** A locked row: its id, and the place it stays in while it is locked. */
    record Locked(long id, String place) {}

    // Status and crashes are literals: only so can the planner tell that the partial index will do.
    private static final String DUE = """
            select t.id, cast(sql('ctid') as string)
              from Task t
             where t.status = QUEUED
               and t.crashes %s
               and t.queue %s
               and t.type %s
               and t.runAt <= instant
               %s
               and (select function('set_config', 'idle_in_transaction_session_timeout', :silence, true)) is not null
             order by t.priority, t.runAt, t.id
            """;

    /** Tasks of one queue, the first ones. */
    List<Locked> first(String queue, Set<String> types, int limit) {
        return lock(due("< 2", Set.of(queue), types, ""), limit);
    }

    /** Tasks of one queue, those behind a position. */
    List<Locked> after(Position last, String queue, Set<String> types, int limit) {
        return lock(
                due(
                                "< 2",
                                Set.of(queue),
                                types,
                                "and (t.priority, t.runAt, t.id) > (:lastPriority, :lastRunAt, :lastId)")
                        .setParameter("lastPriority", last.priority())
                        .setParameter("lastRunAt", last.runAt())
                        .setParameter("lastId", last.id()),
                limit);
    }

    /** One task in quarantine, of any of these queues. */
    List<Locked> quarantined(Set<String> queues, Set<String> types) {
        return lock(due(">= 2", queues, types, ""), 1);
    }

    private SelectionQuery<Object[]> due(String crashes, Set<String> queues, Set<String> types, String where) {
        String query = DUE.formatted(crashes, isOne("queue", queues), isOne("type", types), where);
        SelectionQuery<Object[]> due = session.createSelectionQuery(query, Object[].class);
        bind(due, "queue", queues);
        bind(due, "type", types);
        return due.setParameter("silence", silence);
    }

    /** A parameter for each value: with one that takes a list, as a lone one in brackets may, Hibernate translates the query anew each time. */
    private static String isOne(String prefix, Set<String> values) {
        return values.size() == 1
                ? "= :" + prefix + 0
                : IntStream.range(0, values.size())
                        .mapToObj(i -> ":" + prefix + i)
                        .collect(Collectors.joining(", ", "in (", ")"));
    }

    private static void bind(SelectionQuery<?> query, String prefix, Set<String> values) {
        int i = 0;
        for (String value : values) {
            query.setParameter(prefix + i++, value);
        }
    }

    private static List<Locked> lock(SelectionQuery<Object[]> due, int limit) {
        return due
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
                .setFollowOnStrategy(Locking.FollowOn.DISALLOW)
                .getResultList()
                .stream()
                .map(row -> new Locked((Long) row[0], (String) row[1]))
                .toList();
    }
}
