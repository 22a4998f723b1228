package io.github.rowmill.engine.store.testing;

import io.github.rowmill.db.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** Takes a row from its worker, as failures of nodes do. */
@ApplicationScoped
public class RowFailures {

    private final JoinedDatabase joined;

    RowFailures(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String ORPHAN = """
            update rowmill_task
               set version = version + 1,
                   expiry = clock_timestamp()
             where id = ?
               and status = 'executing'
            """;

    /**
     * Leaves an executing task as a dead node does: its lease has expired, and no verdict can be written. Returns
     * false if the task is not executing.
     */
    @Transactional
    public boolean orphan(long id) {
        return joined.statement(sql -> sql.run(ORPHAN, id)) == 1;
    }

    private static final String EXPIRE = """
            update rowmill_task
               set expiry = clock_timestamp()
             where id = ?
               and status = 'executing'
            """;

    /**
     * Ends the lease of an executing task, which the worker holds until the task is recovered. Returns false if
     * the task is not executing.
     */
    @Transactional
    public boolean expire(long id) {
        return joined.statement(sql -> sql.run(EXPIRE, id)) == 1;
    }
}
