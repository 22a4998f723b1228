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
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.hibernate.StatelessSession;

/** Claims: locks due rows, passing over those another node is about to take, and takes them by one versioned update. */
@ApplicationScoped
public class Claims {

    /** Where other nodes hold the first task of so many groups in quarantine, the next round comes soon enough. */
    private static final int MAX_SUSPECT_GROUPS = 50;

    private final LoopDatabase database;
    private final Groups groups;
    private final String operator;
    private final Duration lease;

    Claims(LoopDatabase database, Groups groups, Operator operator, RowmillConfig config) {
        this.database = database;
        this.groups = groups;
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

    /** What a claim took, in the order of claiming; {@code full}: the queue may hold more of what was asked for. */
    public record Taken(List<Claimed> tasks, boolean full) {}

    /** Claims due tasks of one queue, in order of priority, {@code run_at} and id, as far as {@code most} allows. */
    public Taken claim(Plan plan, Most most) {
        return database.transaction(session -> claim(session, plan, most));
    }

    /** Looks at a queue, and claims its first tasks. */
    public List<Claimed> claim(String queue, Set<String> types, int limit) {
        return claim(new Plan(queue, groups.due(queue, types)), new Most(limit, limit, Long.MAX_VALUE))
                .tasks();
    }

    /** The same of those that stand behind a position, whether that is still taken or not. */
    public List<Claimed> claimAfter(Position last, String queue, Set<String> types, int limit) {
        return claim(new Plan(queue, groups.due(queue, types), last), new Most(limit, limit, Long.MAX_VALUE))
                .tasks();
    }

    /** Claims one due task in quarantine, of any of these queues; the list is empty or has one. */
    public List<Claimed> claimQuarantined(Set<String> queues, Set<String> types) {
        List<Groups.Seen> suspects = groups.quarantined(types).stream()
                .filter(seen -> queues.contains(seen.queue()))
                .toList();
        return database.transaction(session -> take(session, firstOf(suspects, due(session))));
    }

    private static List<DueTasks.Locked> firstOf(List<Groups.Seen> suspects, DueTasks due) {
        return suspects.stream()
                .limit(MAX_SUSPECT_GROUPS)
                .map(seen -> due.quarantined(seen.queue(), seen.group()))
                .filter(locked -> !locked.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private DueTasks due(StatelessSession session) {
        return new DueTasks(session, database.longestSilence());
    }

    private Taken claim(StatelessSession session, Plan plan, Most most) {
        Locking locking = new Locking(due(session), new Shares(session), plan, most);
        List<DueTasks.Locked> locked = locking.lock();
        List<DueTasks.Locked> fitting = fitting(locked, most.bytes());
        boolean full = locking.mayHaveMore() || fitting.size() < locked.size();
        return new Taken(take(session, fitting), full);
    }

    private static List<DueTasks.Locked> fitting(List<DueTasks.Locked> locked, long bytes) {
        int count = 0;
        long left = bytes;
        while (count < locked.size() && (count == 0 || locked.get(count).bytes() <= left)) {
            left -= locked.get(count++).bytes();
        }
        return locked.subList(0, count);
    }

    /** Finds the rows where they were locked, as a locked row stays in its place. They come back in no order. */
    private List<Claimed> take(StatelessSession session, List<DueTasks.Locked> due) {
        if (due.isEmpty()) {
            return List.of();
        }
        String[] places = due.stream().map(DueTasks.Locked::place).toArray(String[]::new);
        return Sql.of(session, sql -> sql.all(TAKE, Claims::claimed, operator, Inserts.seconds(lease), places)).stream()
                .sorted(Comparator.comparing(Claimed::position))
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
