package io.github.rowmill.engine.change;

import io.github.rowmill.engine.store.AdminVerbs;
import io.github.rowmill.engine.store.sql.JoinedDatabase;
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

    /** The version of a task, which nobody changes until the transaction ends; waits for one that is changing it. */
    public Optional<Long> lock(long id) {
        return joined.statement(sql -> sql.first(LOCK, row -> row.getLong(1), id));
    }

    /** Deletes a task that has ended, and its attempts; false: it has not. A unique key that it still held is free. */
    public boolean deleteIfEnded(long id) {
        return joined.statement(sql ->
                sql.first(AdminVerbs.DELETE, row -> true, new long[] {id}).isPresent());
    }
}
