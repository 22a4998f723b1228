package io.github.rowmill.store.sql;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.hibernate.JDBCException;

/** Whose fault it is that the database did not do what it was told, by the SQL state it answered with. */
public final class Refusal {

    /**
     * Classes of states of which the statement's values, the table's constraints, triggers and rights are the cause: cardinality,
     * data, integrity, functions, access and syntax, check options, limits, what PL/pgSQL raises. Everything else, as a
     * connection that is gone, a full disk, a server that stops or is read-only, a deadlock, passes without the
     * statement being changed.
     */
    private static final Set<String> OF_THE_STATEMENT =
            Set.of("21", "22", "23", "2F", "38", "39", "42", "44", "54", "P0");

    private static final int CLASS = 2;

    private static final String SERIALIZATION_FAILURE = "40001";

    private Refusal() {}

    /** Whether this very statement is refused, while others may do; false: the database cannot do any right now, or it is not known. */
    public static boolean isOfTheStatement(Throwable thrown) {
        return state(thrown)
                .filter(state -> state.length() > CLASS && OF_THE_STATEMENT.contains(state.substring(0, CLASS)))
                .isPresent();
    }

    /** Whether a row was written by others since the transaction's snapshot was taken. */
    public static boolean isOfTheSnapshot(Throwable thrown) {
        return state(thrown).filter(SERIALIZATION_FAILURE::equals).isPresent();
    }

    private static Optional<String> state(Throwable thrown) {
        return thrown instanceof JDBCException refused
                ? Optional.ofNullable(refused.getSQLException()).map(SQLException::getSQLState)
                : Optional.empty();
    }
}
