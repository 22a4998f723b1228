package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.sql.JDBCType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and records steps for remote workers, on the connections of the loops. So a claim does not wait for the
 * pool of the application. Each statement is a transaction.
 */
@Singleton
public class RemoteStepRows {

    private final EngineDatabase database;

    RemoteStepRows(EngineDatabase database) {
        this.database = database;
    }

    /** Returns all records of a task. */
    public List<StepRow> all(long task) {
        return database.statement(sql -> sql.all(StepRows.ALL, StepRow::read, task));
    }

    /** Returns the record of a step. */
    public Optional<StepRow> find(long task, String name) {
        return database.statement(sql -> sql.first(StepRows.ONE, StepRow::read, task, name));
    }

    private static final String BYTES = """
            select coalesce(sum(octet_length(s.name) + coalesce(octet_length(cast(s.result as text)), 0)), 0)
              from rowmill_step s
             where s.task = ?
            """;

    /** Returns the size of all names and values of a task as they are stored. */
    public long bytes(long task) {
        return database.statement(sql -> sql.first(BYTES, row -> row.getLong(1), task))
                .orElse(0L);
    }

    /**
     * Records that a step is done, as {@link StepRows#recordIfHeld} does.
     *
     * @param operator the name of the worker as a claimant
     */
    public boolean recordIfHeld(String operator, Lease lease, String name, @Nullable String result) {
        Object value = result == null ? JDBCType.VARCHAR : result;
        return database.statement(sql -> sql.run(StepRows.RECORD, name, value, lease.id(), lease.version(), operator))
                == 1;
    }
}
