package io.github.rowmill.engine.store;

import io.github.rowmill.db.Bisection;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Progress;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renews leases, and reads the state of leases that could not be renewed or settled. */
@ApplicationScoped
public class Leases {

    private final EngineDatabase database;

    Leases(EngineDatabase database) {
        this.database = database;
    }

    // The subquery forces an index probe for each lease. A join might be planned while the table is almost empty.
    // It would then scan all ids, and its plan is cached.
    private static final String MINE = """
            with held as materialized (
                select h.ctid
                  from (select *
                          from unnest(cast(? as bigint[]), cast(? as bigint[])) as l (id, version)
                         order by l.id) mine
                 cross join lateral (
                       select t.ctid
                         from rowmill_task t
                        where t.id = mine.id
                          and t.version = mine.version
                          and t.operator_id = ?
            """;

    /**
     * Locks the rows of the leases that are still held, in id order, and keeps their positions. Skips rows that
     * another transaction holds. Also skips a row that is renewed at the same moment, because the update moves it.
     */
    public static final String HELD = MINE + """
                          for no key update of t skip locked) h)
            """;

    /** Does what {@link #HELD} does, with a lock for deleting the rows. */
    public static final String HELD_TO_DELETE = MINE + """
                          for update of t skip locked) h)
            """;

    // The version stays unchanged: a renewal that raised it would take the lease from its own owner.
    public static final String RENEW = HELD + """
            update rowmill_task t
               set expiry = clock_timestamp() + make_interval(secs => ?)
             where t.ctid = any(array(select ctid from held))
            returning t.id, t.version
            """;

    /**
     * Renews all leases that {@code holder} still has, in one statement. If the database refuses a row, the others
     * are renewed without it.
     *
     * @param refused called with the reason of each refusal
     * @return the leases that were renewed
     */
    public Set<Lease> renew(Claimant holder, Collection<Lease> leases, Consumer<Throwable> refused) {
        return Set.copyOf(Bisection.of(List.copyOf(leases), some -> renew(holder, some), (one, why) -> {
            refused.accept(why);
            return List.of();
        }));
    }

    private List<Lease> renew(Claimant holder, List<Lease> leases) {
        return database.statement(sql -> sql.byIndex()
                .all(RENEW, Leases::lease, ids(leases), versions(leases), holder.name(), Seconds.of(holder.lease())));
    }

    // The renewal of tasks whose handlers have reported progress. Others keep their statement and its plan.
    private static final String RENEW_WITH_PROGRESS = """
            with held as materialized (
                select h.id, h.version, mine.percent, mine.note
                  from (select *
                          from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as int[]), cast(? as text[]))
                            as l (id, version, percent, note)
                         order by l.id) mine
                 cross join lateral (
                       select t.id, t.version
                         from rowmill_task t
                        where t.id = mine.id
                          and t.version = mine.version
                          and t.operator_id = ?
                          for no key update of t skip locked) h)
            update rowmill_task t
               set expiry = clock_timestamp() + make_interval(secs => ?),
                   progress = held.percent,
                   progress_note = held.note
              from held
             where t.id = held.id
               and t.version = held.version
            returning t.id, t.version
            """;

    /**
     * Renews leases as {@link #renew} does, and writes the progress of their tasks.
     *
     * @return the leases that were renewed; a row whose note the database refuses is not among them
     */
    public Set<Lease> renewWithProgress(
            Claimant holder, Map<Lease, Progress> reports, BiConsumer<Lease, Throwable> refused) {
        return Set.copyOf(
                Bisection.of(List.copyOf(reports.keySet()), some -> report(holder, some, reports), (one, why) -> {
                    refused.accept(one, why);
                    return List.of();
                }));
    }

    private List<Lease> report(Claimant holder, List<Lease> leases, Map<Lease, Progress> reports) {
        List<Progress> values = leases.stream().map(reports::get).toList();
        return database.statement(sql -> sql.byIndex()
                .all(
                        RENEW_WITH_PROGRESS,
                        Leases::lease,
                        ids(leases),
                        versions(leases),
                        values.stream().map(Progress::percent).toArray(Integer[]::new),
                        values.stream().map(Progress::note).toArray(String[]::new),
                        holder.name(),
                        Seconds.of(holder.lease())));
    }

    /**
     * The state of a lease according to its row. It also shows whether a verdict whose answer was lost was
     * written.
     */
    public enum State {
        /**
         * The row has the lease's version and the claimant as its owner. The lease is held, though perhaps past its
         * expiry.
         */
        HELD,
        /** This lease's own success is recorded, or the row is deleted, as completed tasks may be. */
        COMPLETED,
        /** This lease's own verdict, other than success, is recorded. */
        SETTLED,
        /** A user cancelled the task. */
        CANCELLED,
        /**
         * The task was recovered, and perhaps claimed again. Or a failover lost the claim, and another node has
         * the same version.
         */
        LOST
    }

    private static final String READ = """
            select t.id, t.version, t.status, t.crashes, t.operator_id
              from rowmill_task t
             where t.id = any(?)
            """;

    private record Row(
            long id,
            long version,
            TaskStatus status,
            int crashes,
            @Nullable String operator) {

        static Row read(ResultSet row) throws SQLException {
            return new Row(
                    row.getLong("id"),
                    row.getLong("version"),
                    TaskStatus.of(row.getString("status")),
                    row.getInt("crashes"),
                    row.getString("operator_id"));
        }
    }

    /** Reads the state of the leases of tasks that {@code holder} claimed, without waiting for locks. */
    public Map<Lease, State> read(Claimant holder, Collection<Claimed> tasks) {
        long[] ids = tasks.stream().mapToLong(Claimed::id).toArray();
        Map<Long, Row> rows = database.statement(sql -> sql.all(READ, Row::read, ids)).stream()
                .collect(Collectors.toMap(Row::id, row -> row));
        Map<Lease, State> states = new HashMap<>();
        for (Claimed task : tasks) {
            Row row = rows.get(task.id());
            states.put(task.lease(), row == null ? State.COMPLETED : state(holder, task, row));
        }
        return states;
    }

    /**
     * Derives the state from the row. The first write after a claim raises the version by one. Of all writes that
     * may end a lease, only a recovery raises the crashes.
     */
    private static State state(Claimant holder, Claimed task, Row row) {
        if (row.version() == task.lease().version()) {
            return holder.name().equals(row.operator()) ? State.HELD : State.LOST;
        }
        if (row.status() == TaskStatus.CANCELLED) {
            return State.CANCELLED;
        }
        if (row.version() != task.lease().version() + 1 || row.crashes() > task.crashes()) {
            return State.LOST;
        }
        return switch (row.status()) {
            case COMPLETED -> State.COMPLETED;
            case QUEUED, WAITING, DEAD -> State.SETTLED;
            case EXECUTING, CANCELLED -> State.LOST;
        };
    }

    /** Reads a lease from a row of id and version. */
    public static Lease lease(ResultSet row) throws SQLException {
        return new Lease(row.getLong(1), row.getLong(2));
    }

    public static long[] ids(Collection<Lease> leases) {
        return leases.stream().mapToLong(Lease::id).toArray();
    }

    public static long[] versions(Collection<Lease> leases) {
        return leases.stream().mapToLong(Lease::version).toArray();
    }
}
