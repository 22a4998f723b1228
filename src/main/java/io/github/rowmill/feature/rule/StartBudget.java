package io.github.rowmill.feature.rule;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Sql;
import io.github.rowmill.feature.rule.turn.LockedRules;
import io.github.rowmill.task.Claimed;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes how many tasks of a queue may start, from its executing tasks and its rate. Belongs to one claim, which
 * holds the lock of the rules.
 */
final class StartBudget {

    // The subquery makes the server probe each task, whatever plan it would choose for such a long list.
    private static final String EXECUTING_OF = """
            select held.id
              from rowmill_queue q, unnest(q.held) as held (id)
             where q.name = ?
               and (select t.status from rowmill_task t where t.id = held.id) = 'executing'
             group by held.id
            """;

    private static final String EXECUTING = """
            select t.id
              from rowmill_task t
             where t.status = 'executing'
               and t.queue = ?
            """;

    // A list whose tasks were not checked stays unchanged, because it may have thousands of ids.
    private static final String TOOK = """
            update rowmill_queue
               set held = coalesce(cast(? as bigint[]), held) || cast(? as bigint[]),
                   open_claims = coalesce(cast(? as text[]), open_claims),
                   paid_until = cast(? as timestamptz)
             where name = ?
            """;

    /**
     * Largest number of claimed ids in the list before ended tasks are removed from it, while the limit is far
     * away.
     */
    private static final int MAX_UNASKED = 8_000;

    private final String queue;
    private final LockedRules rules;
    private final Executing executing;
    private @Nullable Instant paidUntil;

    private StartBudget(String queue, LockedRules rules, Executing executing) {
        this.queue = queue;
        this.rules = rules;
        this.executing = executing;
        this.paidUntil = soundDebt(rules);
    }

    private static @Nullable Instant soundDebt(LockedRules rules) {
        Instant paid = rules.paidUntil();
        return paid == null
                ? null
                : rules.rate().map(rate -> rate.sound(rules.now(), paid)).orElse(paid);
    }

    /**
     * The tasks that count as executing under a limit.
     *
     * @param ids ids of these tasks; null for all that the row lists, some of which may have ended
     */
    private record Executing(int count, Long @Nullable [] ids) {

        private static final Executing UNLIMITED = new Executing(0, null);

        /** The largest possible number, while the real one is unknown. */
        private static final Executing UNKNOWN = new Executing(Integer.MAX_VALUE, null);

        private static Executing of(List<Long> ids) {
            return new Executing(ids.size(), ids.toArray(Long[]::new));
        }
    }

    /**
     * Reads the state of a queue.
     *
     * @param room number of tasks that the claim could take
     */
    static StartBudget read(Sql sql, String queue, LockedRules rules, int room) throws SQLException {
        Integer concurrency = rules.concurrency();
        return new StartBudget(
                queue,
                rules,
                concurrency == null ? Executing.UNLIMITED : executing(sql, queue, rules.listed(), concurrency - room));
    }

    /**
     * Returns the executing tasks. If the row lists at most {@code enough} tasks, and at most
     * {@link #MAX_UNASKED}, all of these count, even if some have ended.
     */
    private static Executing executing(Sql sql, String queue, @Nullable Integer listed, int enough)
            throws SQLException {
        if (listed == null) {
            return OpenClaims.areThere(sql, queue)
                    ? Executing.UNKNOWN
                    : Executing.of(sql.all(EXECUTING, row -> row.getLong("id"), queue));
        }
        return listed <= Math.min(enough, MAX_UNASKED)
                ? new Executing(listed, null)
                : Executing.of(sql.all(EXECUTING_OF, row -> row.getLong("id"), queue));
    }

    int allowed() {
        Integer concurrency = rules.concurrency();
        int free = concurrency == null ? Integer.MAX_VALUE : Math.max(0, concurrency - executing.count());
        return rules.rate()
                .map(rate -> Math.min(free, rate.allowed(rules.now(), paidUntil)))
                .orElse(free);
    }

    /**
     * Records started tasks, and a debt that was cut. If the cut were not written, it would be repeated at each
     * look, and the debt would never be paid.
     */
    void took(Sql sql, Collection<Claimed> tasks) throws SQLException {
        boolean hasNews = !tasks.isEmpty() || !Objects.equals(paidUntil, rules.paidUntil());
        if (!hasNews || (rules.concurrency() == null && rules.rate().isEmpty())) {
            return;
        }
        paidUntil = rules.rate()
                .map(rate -> rate.paidUntil(rules.now(), paidUntil, tasks.size()))
                .orElse(null);
        Long[] ids = executing.ids();
        sql.run(
                TOOK,
                ids,
                rules.concurrency() == null ? null : ids(tasks),
                ids == null ? null : new String[0],
                Instants.text(paidUntil),
                queue);
    }

    private static Long[] ids(Collection<Claimed> tasks) {
        return tasks.stream().map(Claimed::id).toArray(Long[]::new);
    }

    /**
     * Returns the time until another start may be allowed, even if no task ends before; empty if it is unknown.
     */
    Optional<Duration> later() {
        if (executing == Executing.UNKNOWN) {
            return Optional.of(OpenClaims.REST);
        }
        Instant paid = paidUntil;
        return rules.rate()
                .filter(rate -> paid != null && rate.allowed(rules.now(), paid) == 0)
                .map(rate -> Duration.between(rules.now(), rate.next(Objects.requireNonNull(paid))));
    }
}
