package io.github.rowmill.feature.change;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.store.end.AdminVerbs;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.Optional;

/** Locks and deletes single rows, in the caller's transaction. */
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
     * Deletes a task that has ended, and its attempts. If the task still held a unique key, the key becomes free.
     *
     * @return false if the task does not exist or has not ended
     */
    public boolean deleteIfEnded(long id) {
        return joined.statement(sql ->
                sql.first(AdminVerbs.DELETE, row -> true, new long[] {id}).isPresent());
    }
}
