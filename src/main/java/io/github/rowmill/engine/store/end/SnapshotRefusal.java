package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.Refusal;
import java.util.function.Supplier;
import org.hibernate.JDBCException;

/** Explains the refusal of a verdict that the isolation level of its handler's transaction causes. */
final class SnapshotRefusal {

    private static final String TOO_OLD =
            "PostgreSQL refused to complete the task in the transaction of its handler (SQL state 40001): the transaction is REPEATABLE READ or SERIALIZABLE, and its snapshot is older than the last renewal of the lease, or it conflicts with another SERIALIZABLE transaction; use READ COMMITTED for the handler's transaction, and read under one snapshot in a transaction of its own (REQUIRES_NEW), or keep the handler much shorter than a quarter of rowmill.lease, the time between renewals";

    private SnapshotRefusal() {}

    /**
     * Writes a verdict in a handler's transaction. If the transaction's snapshot does not allow the write, throws
     * an exception that explains the reason.
     */
    static <T> T named(Supplier<T> write) {
        try {
            return write.get();
        } catch (JDBCException e) {
            throw Refusal.isOfTheSnapshot(e) ? new IllegalStateException(TOO_OLD, e) : e;
        }
    }
}
