package io.github.rowmill.engine.store.claim;

import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;

/**
 * Which of the locked tasks a claim may take. It is asked in the claim's transaction, between the lock and the take, and only
 * of a queue that has a row in {@code rowmill_queue}: others pay nothing for it.
 */
public interface Admission {

    /**
     * How many of the first tasks may be taken, which they will be unless the transaction is rolled back. It must not wait for
     * a lock: the tasks are locked meanwhile.
     *
     * @param ids of the candidates, in the order of claiming
     */
    int admit(Sql sql, String queue, long[] ids) throws SQLException;
}
