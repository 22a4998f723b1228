package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.sql.Seconds;
import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tasks that schedules make, in the transaction that takes the schedule's row on. */
public final class Occurrences {

    private Occurrences() {}

    /** What a tick of a schedule makes; {@code jitter} is the most that it is put off. */
    public record Occurrence(
            String schedule,
            Instant tick,
            String queue,
            String type,
            @Nullable String details,
            int priority,
            int maxAttempts,
            Duration jitter) {}

    private static final String INSERT = """
            insert into rowmill_task (queue, type, details, priority, run_at, max_attempts, source, schedule, tick)
            values (?, ?, cast(? as jsonb), ?, cast(? as timestamptz) + random() * make_interval(secs => ?), ?, 'schedule', ?, cast(? as timestamptz))
                on conflict (schedule, tick) where schedule is not null
                do nothing
            returning id
            """;

    /** Inserts the task of a tick; empty: that has one, as somebody moved the schedule's row. */
    public static Optional<Long> insert(Sql sql, Occurrence one) throws SQLException {
        return sql.first(
                INSERT,
                row -> row.getLong(1),
                one.queue(),
                one.type(),
                one.details(),
                one.priority(),
                one.tick().toString(),
                Seconds.of(one.jitter()),
                one.maxAttempts(),
                one.schedule(),
                one.tick().toString());
    }

    // Of a few rows, by an index of those alone: what has ended is in it no longer, however long it is kept.
    static final String LIVE = """
            select exists (select 1
                             from rowmill_task
                            where schedule = ?
                              and status in ('queued', 'waiting', 'executing'))
            """;

    /** Whether a task of a schedule has not ended, whichever of its tasks that is. */
    public static boolean hasLive(Sql sql, String schedule) throws SQLException {
        return sql.first(LIVE, row -> row.getBoolean(1), schedule).orElseThrow();
    }
}
