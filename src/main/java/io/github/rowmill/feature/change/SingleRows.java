package io.github.rowmill.feature.change;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.store.end.AdminVerbs;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.Optional;

/** Locks and changes single rows, in the caller's transaction. */
@Singleton
@Transactional(Transactional.TxType.MANDATORY)
public class SingleRows {

    private final JoinedDatabase joined;

    SingleRows(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String LOCK = """
            select version from rowmill_task where id = ? for update
            """;

    /**
     * Locks a task until the transaction ends. If another transaction is changing the task, waits for that
     * transaction.
     *
     * @return the version of the task; empty if the task does not exist
     */
    public Optional<Long> lock(long id) {
        return joined.statement(sql -> sql.first(LOCK, row -> row.getLong(1), id));
    }

    /**
     * Runs one of the statements of {@link AdminVerbs} that take ids, on a single task.
     *
     * @return false if the task does not exist, or if its state does not allow the change
     */
    public boolean change(String statement, long id) {
        return joined.statement(
                sql -> sql.first(statement, row -> true, new long[] {id}).isPresent());
    }
}
