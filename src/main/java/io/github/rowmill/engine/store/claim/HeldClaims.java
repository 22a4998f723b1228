package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Reads the tasks that a claimant has claimed according to the table. */
@ApplicationScoped
public class HeldClaims {

    private final EngineDatabase database;

    HeldClaims(EngineDatabase database) {
        this.database = database;
    }

    static final String HELD_SINCE = """
            select id, version
              from rowmill_task
             where status = 'executing'
               and operator_id = ?
               and started > clock_timestamp() - make_interval(secs => ?)
            """;

    /** Returns the leases of the tasks that {@code holder} claimed within the last {@code time} and still holds. */
    public Set<Lease> since(Claimant holder, Duration time) {
        return Set.copyOf(database.statement(sql -> sql.all(
                HELD_SINCE,
                row -> new Lease(row.getLong("id"), row.getLong("version")),
                holder.name(),
                Seconds.of(time))));
    }

    static final String THESE = "select " + ClaimedRow.COLUMNS + "  from rowmill_task where id = any(?)";

    /** Returns the tasks that are still held under these leases. */
    public List<Claimed> of(Collection<Lease> leases) {
        long[] ids = leases.stream().mapToLong(Lease::id).toArray();
        return database.statement(sql -> sql.byIndex().all(THESE, ClaimedRow::read, ids)).stream()
                .filter(task -> leases.contains(task.lease()))
                .toList();
    }
}
