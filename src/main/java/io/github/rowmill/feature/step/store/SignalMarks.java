package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Marks the tasks of signals, finds signals whose tasks no node has marked, and counts tasks that sleep. Each
 * statement is a transaction.
 */
@Singleton
public class SignalMarks {

    private final EngineDatabase database;

    SignalMarks(EngineDatabase database) {
        this.database = database;
    }

    private static final String MARK = """
            select m.signal, m.queue from rowmill_signal_mark(?) m
            """;

    /**
     * A signal that needs no further call.
     *
     * @param queue the queue of its task if that is due now; null otherwise
     */
    public record Marked(long signal, @Nullable String queue) {}

    /**
     * Marks the tasks of signals, and makes those due that wait for them. Waits for no lock. Signals of locked
     * tasks are not in the result.
     */
    public List<Marked> mark(Collection<Long> signals) {
        Long[] ids = signals.toArray(Long[]::new);
        return database.statement(
                sql -> sql.all(MARK, row -> new Marked(row.getLong("signal"), row.getString("queue")), (Object) ids));
    }

    private static final String LEFT = """
            select s.id
              from rowmill_signal s
             where s.marked is null
               and s.sent < clock_timestamp() - make_interval(secs => ?)
             order by s.id
             limit ?
            """;

    /** Finds signals that were sent longer ago than {@code age} and whose tasks no node has marked. */
    public List<Long> left(Duration age, int limit) {
        return database.statement(sql -> sql.byIndex().all(LEFT, row -> row.getLong(1), Seconds.of(age), limit));
    }

    // Open sleeps and waits also belong to tasks that have ended.
    private static final String ASLEEP = """
            select count(distinct o.task)
              from (select s.task
                      from (select k.task
                              from rowmill_step k
                             where k.done is null
                               and (k.until is not null or k.flow is not null)
                             order by k.task desc
                             limit ?) s
                      join rowmill_task t
                        on t.id = s.task
                     where t.status = 'queued'
                     limit ?) o
            """;

    /**
     * Returns the number of queued tasks that sleep or wait, at most {@code most}.
     *
     * @param read the number of open sleeps and waits to read, the latest first
     */
    public long asleep(int read, int most) {
        return database.statement(sql -> sql.byIndex().first(ASLEEP, row -> row.getLong(1), read, most))
                .orElse(0L);
    }
}
