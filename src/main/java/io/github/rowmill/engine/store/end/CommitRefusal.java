package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import org.hibernate.JDBCException;

/**
 * Explains a refused commit by the server's message, which names the constraint that was checked only at the
 * commit.
 */
final class CommitRefusal {

    private CommitRefusal() {}

    /**
     * Returns an exception with the server's message, or {@code thrown} if it has no answer of the database as a
     * cause.
     */
    static Exception named(Exception thrown) {
        return Refusal.answer(thrown).map(answer -> named(thrown, answer)).orElse(thrown);
    }

    private static Exception named(Exception thrown, SQLException answer) {
        JDBCException refusal = Sql.failure(answer);
        JDBCException named = Refusal.isOfTheStatement(refusal)
                ? new JDBCException("the commit was refused: " + Refusal.reason(refusal), answer)
                : refusal;
        named.addSuppressed(thrown);
        return named;
    }
}
