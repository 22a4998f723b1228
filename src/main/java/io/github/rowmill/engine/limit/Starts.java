package io.github.rowmill.engine.limit;

import io.github.rowmill.engine.limit.rule.LockedRules;
import io.github.rowmill.engine.store.sql.Sql;
import io.github.rowmill.task.Claimed;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
              from unnest(?) as held (id)
             where (select t.status from rowmill_task t where t.id = held.id) = 'executing'
             group by held.id
            """;

    private static final String EXECUTING = """
            select t.id
              from rowmill_task t
             where t.status = 'executing'
               and t.queue = ?
            """;

    private static final String TOOK = """
            update rowmill_queue
               set held = ?, paid_until = cast(? as timestamptz)
             where name = ?
            """;

    /** So many may be in the list of what was claimed before it is asked which of them have ended, while the limit is far. */
    private static final int MAX_UNASKED = 8_000;

    private final String queue;
    private final LockedRules rules;
    private final List<Long> executing;
    private @Nullable Instant paidUntil;

    private Starts(String queue, LockedRules rules, List<Long> executing) {
        this.queue = queue;
        this.rules = rules;
        this.executing = executing;
        this.paidUntil = rules.paidUntil();
    }

    /** @param room how many the claim could take */
    static Starts read(Sql sql, String queue, LockedRules rules, int room) throws SQLException {
        Integer concurrency = rules.concurrency();
        return new Starts(
                queue,
                rules,
                concurrency == null ? List.of() : executing(sql, queue, rules.held(), concurrency - room));
    }

    /** All that execute, and, where there are no more than {@code enough} of both, some that have ended. */
    private static List<Long> executing(Sql sql, String queue, Long @Nullable [] held, int enough) throws SQLException {
        if (held == null) {
            return sql.all(EXECUTING, row -> row.getLong("id"), queue);
        }
        return held.length <= Math.min(enough, MAX_UNASKED)
                ? List.of(held)
                : sql.all(EXECUTING_OF, row -> row.getLong("id"), (Object) held);
    }

    int allowed() {
        Integer concurrency = rules.concurrency();
        int free = concurrency == null ? Integer.MAX_VALUE : Math.max(0, concurrency - executing.size());
        return rules.rate()
                .map(rate -> Math.min(free, rate.allowed(rules.now(), paidUntil)))
                .orElse(free);
    }

    /** Takes note of tasks that start. */
    void took(Sql sql, Collection<Claimed> tasks) throws SQLException {
        if (tasks.isEmpty() || (rules.concurrency() == null && rules.rate().isEmpty())) {
            return;
        }
        paidUntil = rules.rate()
                .map(rate -> rate.paidUntil(rules.now(), paidUntil, tasks.size()))
                .orElse(null);
        sql.run(
                TOOK,
                rules.concurrency() == null ? null : held(tasks),
                paidUntil == null ? null : paidUntil.toString(),
                queue);
    }

    private Long[] held(Collection<Claimed> tasks) {
        List<Long> held = new ArrayList<>(executing);
        tasks.forEach(task -> held.add(task.id()));
        return held.toArray(Long[]::new);
    }

    /** When the rate allows another start; empty: it does not hold it back. */
    Optional<Duration> later() {
        Instant paid = paidUntil;
        return rules.rate()
                .filter(rate -> paid != null && rate.allowed(rules.now(), paid) == 0)
                .map(rate -> Duration.between(rules.now(), rate.next(Objects.requireNonNull(paid))));
    }
}
