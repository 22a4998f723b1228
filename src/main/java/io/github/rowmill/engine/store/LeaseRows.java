package io.github.rowmill.engine.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads the rows of leases, for claimants that keep nothing of their tasks. */
@ApplicationScoped
public class LeaseRows {

    /** Largest number of executing tasks of all claimants that are read to find those of one. */
    private static final int MAX_EXECUTING = 20_000;

    private final EngineDatabase database;

    LeaseRows(EngineDatabase database) {
        this.database = database;
    }

    // An error that a claimant wrote has at most 8,192 characters.
    private static final String THESE = """
            select t.id, t.version, t.status, t.queue, t.type, t.operator_id, t.attempts, t.max_attempts, t.crashes,
                   cast(extract(epoch from t.timeout) as float8) as timeout,
                   cast(coalesce(extract(epoch from clock_timestamp()) - extract(epoch from t.started), 0) as float8) as ran,
                   t.key, left(t.error, 8192) as error, t.flow, t.watched
              from rowmill_task t
             where t.id = any(?)
            """;

    /** Returns the rows of leases by the id of the task, without waiting for locks. Deleted tasks have none. */
    public Map<Long, LeaseRow> of(Collection<Lease> leases) {
        long[] ids = Leases.ids(leases);
        return database.statement(sql -> sql.byIndex().all(THESE, LeaseRows::read, ids)).stream()
                .collect(Collectors.toMap(row -> row.lease().id(), Function.identity()));
    }

    private static LeaseRow read(ResultSet row) throws SQLException {
        return new LeaseRow(
                new Lease(row.getLong("id"), row.getLong("version")),
                TaskStatus.of(row.getString("status")),
                row.getString("queue"),
                row.getString("type"),
                row.getString("operator_id"),
                row.getInt("attempts"),
                row.getInt("max_attempts"),
                row.getInt("crashes"),
                Seconds.readOrNull(row, "timeout"),
                Seconds.read(row, "ran"),
                row.getString("key"),
                row.getString("error"),
                row.getObject("flow", Long.class),
                row.getBoolean("watched"));
    }

    // The executing tasks are read along the index of leases, as no index has the claimant.
    private static final String HOLDING = """
            select count(*) as tasks, coalesce(bool_or(e.crashes >= 2), false) as quarantined
              from (select t.operator_id, t.crashes
                      from rowmill_task t
                     where t.status = 'executing'
                     order by t.expiry desc
                     limit ?) e
             where e.operator_id = ?
            """;

    /**
     * The tasks of a claimant.
     *
     * @param quarantined whether one of them is in quarantine
     */
    public record Holding(int tasks, boolean quarantined) {}

    /** Counts the tasks that a claimant holds by the table. */
    public Holding holding(String claimant) {
        return database.statement(sql -> sql.first(
                        HOLDING,
                        row -> new Holding(row.getInt("tasks"), row.getBoolean("quarantined")),
                        MAX_EXECUTING,
                        claimant)
                .orElseThrow());
    }
}
