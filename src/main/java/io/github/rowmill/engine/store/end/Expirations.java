package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.engine.store.RowWalk;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Ends tasks that have not started by their {@code expires_at}. */
@ApplicationScoped
public class Expirations {

    private final EngineDatabase database;
    private final RowWalk walk = new RowWalk();

    Expirations(EngineDatabase database) {
        this.database = database;
    }

    private static final String UNTIL_NEXT = """
            select cast(extract(epoch from t.expires_at) - extract(epoch from clock_timestamp()) as float8) as until
              from rowmill_task t
             where t.status in ('queued', 'waiting')
               and t.started is null
               and t.expires_at <= now() + make_interval(secs => ?)
             order by t.expires_at
             limit 1
            """;

    /**
     * Returns the time until the first deadline passes, by the database's clock.
     *
     * @return zero or negative if a deadline has passed; empty if none passes within {@code most}
     */
    public Optional<Duration> untilNext(Duration most) {
        return database.statement(sql -> sql.first(UNTIL_NEXT, row -> Seconds.read(row, "until"), Seconds.of(most)));
    }

    private static final String LATE = """
            select t.id
              from rowmill_task t
             where t.status in ('queued', 'waiting')
               and t.started is null
               and t.expires_at <= now()
             order by t.expires_at
            offset ?
             limit ?
            """;

    private static final String EXPIRE = """
            with late as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(?)
                   and t.status in ('queued', 'waiting')
                   and t.started is null
                   and t.expires_at <= now()
                 order by t.id
                   for no key update of t skip locked)
            update rowmill_task t
               set status = 'dead',
                   error = concat('expired: it had not started by ',
                                  to_char(t.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = t.version + 1,
                   watched = t.watched or t.flow is not null
              from late
             where t.id = late.id
            returning t.id, t.queue, t.type, t.watched
            """;

    /**
     * A task that was ended.
     *
     * @param watched whether its end is waited for
     */
    public record Expired(long id, String queue, String type, boolean watched) {}

    /**
     * Ends the queued or waiting tasks that were never started and whose deadline has passed. Each statement ends
     * at most {@code slice} tasks. Tasks that another transaction has locked, or that the database refuses, are
     * passed over. If there are very many of them, the next call goes on behind them.
     *
     * @param expired receives each task that was ended
     * @param refused receives the first refusal, if any
     * @return number of tasks that were ended
     */
    public int expire(int slice, Consumer<Expired> expired, Consumer<Throwable> refused) {
        return walk.round(slice, this::late, this::expire, expired, refused);
    }

    private List<Long> late(int offset, int limit) {
        return database.statement(sql -> sql.all(LATE, row -> row.getLong(1), offset, limit));
    }

    private List<Expired> expire(List<Long> ids) {
        long[] some = ids.stream().mapToLong(id -> id).toArray();
        return database.statement(sql -> sql.all(
                EXPIRE,
                row -> new Expired(
                        row.getLong("id"), row.getString("queue"), row.getString("type"), row.getBoolean("watched")),
                some));
    }
}
