package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.sql.Refusal;
import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;
import org.hibernate.JDBCException;

/** The refusal of a commit, with the server's message: it names the constraint that was checked so late. */
final class CommitRefusal {

    private CommitRefusal() {}

    /** Returns the exception itself if no answer of the database is behind it. */
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
