package io.github.rowmill.store.claim;

import io.github.rowmill.config.Operator;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.store.Inserts;
import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.store.sql.Sql;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Position;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;

/** Claims: locks due rows, passing over those another node is about to take, and takes them by one versioned update. */
@ApplicationScoped
public class Claims {

    private final LoopDatabase database;
    private final String operator;
    private final Duration lease;

    Claims(LoopDatabase database, Operator operator, RowmillConfig config) {
        this.database = database;
        this.operator = operator.id();
        this.lease = config.lease();
    }

    static final String TAKE = """
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
                      cast(extract(epoch from clock_timestamp() - greatest(run_at, created)) as float8),
                      priority, run_at
            """;

    /** Claims up to {@code limit} due tasks of one queue, in order of priority, {@code run_at} and id. */
    public List<Claimed> claim(String queue, Set<String> types, int limit) {
        return take(due -> due.first(queue, types, limit));
    }

    /** The same of those that stand behind a position, whether that is still taken or not. */
    public List<Claimed> claimAfter(Position last, String queue, Set<String> types, int limit) {
        return take(due -> due.after(last, queue, types, limit));
    }

    /** Claims one due task in quarantine, of any of these queues; the list is empty or has one. */
    public List<Claimed> claimQuarantined(Set<String> queues, Set<String> types) {
        return take(due -> due.quarantined(queues, types));
    }

    private List<Claimed> take(Function<DueTasks, List<DueTasks.Locked>> lock) {
        return database.transaction(
                session -> take(session, lock.apply(new DueTasks(session, database.longestSilence()))));
    }

    /** Finds the rows where they were locked, as a locked row stays in its place. They come back in no order: that of the locks is the order of claiming. */
    private List<Claimed> take(StatelessSession session, List<DueTasks.Locked> due) {
        if (due.isEmpty()) {
            return List.of();
        }
        String[] places = due.stream().map(DueTasks.Locked::place).toArray(String[]::new);
        Map<Long, Claimed> taken = new HashMap<>();
        Sql.of(session, sql -> sql.all(TAKE, Claims::claimed, operator, Inserts.seconds(lease), places))
                .forEach(task -> taken.put(task.id(), task));
        return due.stream()
                .flatMap(row -> Stream.ofNullable(taken.get(row.id())))
                .toList();
    }

    private static Claimed claimed(ResultSet row) throws SQLException {
        return new Claimed(
                new Lease(row.getLong(1), row.getLong(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getInt(6),
                row.getInt(7),
                row.getInt(8),
                Inserts.durationOrNull(row, 9),
                Inserts.duration(row.getDouble(10)),
                new Position(
                        row.getInt(11), row.getObject(12, OffsetDateTime.class).toInstant(), row.getLong(1)));
    }
}
