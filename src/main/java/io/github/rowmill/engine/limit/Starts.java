package io.github.rowmill.engine.limit;

import io.github.rowmill.engine.limit.rule.LockedRules;
import io.github.rowmill.engine.store.sql.Instants;
import io.github.rowmill.engine.store.sql.Sql;
import io.github.rowmill.task.Claimed;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many tasks of a queue may start: by what executes of it, and by its rate. Of one claim, which holds the lock of its rules. */
final class Starts {

    // A probe for each, whatever the server believes of so long a list.
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

    // A list that nobody has asked about stays where it is: it may be of thousands.
    private static final String TOOK = """
            update rowmill_queue
               set held = coalesce(cast(? as bigint[]), held) || cast(? as bigint[]),
                   open_claims = coalesce(cast(? as text[]), open_claims),
                   paid_until = cast(? as timestamptz)
             where name = ?
            """;

    /** So many may be in the list of what was claimed before it is asked which of them have ended, while the limit is far. */
    private static final int MAX_UNASKED = 8_000;

    private final String queue;
    private final LockedRules rules;
    private final Executing executing;
    private @Nullable Instant paidUntil;

    private Starts(String queue, LockedRules rules, Executing executing) {
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
     * What counts as executing under a limit.
     *
     * @param ids null: all that the row lists, some of which may have ended
     */
    private record Executing(int count, Long @Nullable [] ids) {

        private static final Executing UNLIMITED = new Executing(0, null);

        /** As many as there may be. */
        private static final Executing UNKNOWN = new Executing(Integer.MAX_VALUE, null);

        private static Executing of(List<Long> ids) {
            return new Executing(ids.size(), ids.toArray(Long[]::new));
        }
    }

    /** @param room how many the claim could take */
    static Starts read(Sql sql, String queue, LockedRules rules, int room) throws SQLException {
        Integer concurrency = rules.concurrency();
        return new Starts(
                queue,
                rules,
                concurrency == null ? Executing.UNLIMITED : executing(sql, queue, rules.listed(), concurrency - room));
    }

    /** All that execute, and, where there are no more than {@code enough} of both, some that have ended. */
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

    /** Takes note of tasks that start, and of a debt that was cut: else it would be cut at each look, and never be paid. */
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

    /** When another start may be allowed, whatever ends until then; empty: not known. */
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
