package io.github.rowmill.db;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Determines the cause of a database error from its SQL state. */
public final class Refusal {

    /**
     * Classes of SQL states that the statement causes: by its values, or by the table's constraints, triggers and
     * rights. They are cardinality, data, integrity, functions, access and syntax, check options, limits, and
     * errors that PL/pgSQL raises. All other errors pass without a change of the statement. Examples are a lost
     * connection, a full disk, a server that stops or is read-only, and a deadlock.
     */
    private static final Set<String> OF_THE_STATEMENT =
            Set.of("21", "22", "23", "2F", "38", "39", "42", "44", "54", "P0");

    /**
     * Classes that the values of a row cause, so that the row cannot be processed, unless a user's function raised
     * the error.
     */
    private static final Set<String> OF_VALUES = Set.of("22", "23", "54");

    /** Classes of constraints, and of errors that triggers raise. */
    private static final Set<String> OF_RULES = Set.of("23", "P0");

    /** Class of rights and syntax. A missing right or wrong syntax concerns every row. */
    private static final String OF_THE_WHOLE = "42";

    /** Function that refuses rows outside the table's bounds. */
    private static final String BOUNDS = "rowmill_task_bounds()";

    private static final int CLASS = 2;

    private static final String SERIALIZATION_FAILURE = "40001";

    private static final String CANCELLED = "57014";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** States for U+0000 and other invalid characters, in a text and in a text of JSON. */
    private static final Set<String> UNSTORABLE = Set.of("22021", "22P05");

    /** Largest depth of causes and suppressed exceptions to search. No real chain is longer, but one may be a cycle. */
    private static final int MAX_DEPTH = 10;

    /**
     * Classes of failed connections, and of too little memory, disk or connections. {@link #INTERVENTION} adds
     * servers that start, stop or end sessions.
     */
    private static final Set<String> OF_AN_OUTAGE = Set.of("08", "53");

    private static final String INTERVENTION = "57P";

    /** Part of the text of Agroal's exceptions, which have no state. Their case differs. */
    private static final String NO_CONNECTION = "acquisition timeout";

    private Refusal() {}

    /**
     * Returns whether the database cannot be used: it is unreachable, is cut off or shutting down, or has no free
     * connection.
     */
    public static boolean isOutage(Throwable thrown) {
        return answers(thrown).anyMatch(Refusal::isOutage);
    }

    private static boolean isOutage(SQLException thrown) {
        String state = thrown.getSQLState();
        return state == null
                ? String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT).contains(NO_CONNECTION)
                : state.startsWith(INTERVENTION) || OF_AN_OUTAGE.stream().anyMatch(state::startsWith);
    }

    /**
     * Returns whether the database refuses this statement, while it may accept others. Returns false if it can
     * execute no statement now, or if the cause is unknown.
     */
    public static boolean isOfTheStatement(Throwable thrown) {
        return category(thrown).filter(OF_THE_STATEMENT::contains).isPresent();
    }

    /** Returns whether one of several rows may be the cause, so that the statement may succeed without it. */
    public static boolean mayBeOfOneRow(Throwable thrown) {
        return isOfTheStatement(thrown)
                && (isRaisedInside(thrown)
                        || category(thrown).filter(OF_THE_WHOLE::equals).isEmpty());
    }

    /**
     * Returns whether the server cannot process the values of the row. An error that a trigger raises does not
     * count, because it is a decision of the trigger's owner.
     */
    public static boolean isOfTheValues(Throwable thrown) {
        return !isRaisedInside(thrown)
                && category(thrown).filter(OF_VALUES::contains).isPresent();
    }

    /** Returns the server's reason in one line, without the values of the row. */
    public static String reason(Throwable thrown) {
        ServerErrorMessage server = server(thrown);
        String message = server == null ? thrown.toString() : String.valueOf(server.getMessage());
        return "%s (SQL state %s)".formatted(message, state(thrown).orElse("unknown"));
    }

    /** Returns the driver's reason, or only the SQL state if the reason may contain values of the statement. */
    static String unquoted(SQLException thrown) {
        String state = thrown.getSQLState();
        boolean mayQuote = state.length() > CLASS && OF_THE_STATEMENT.contains(state.substring(0, CLASS));
        return mayQuote ? "SQL state " + state : String.valueOf(thrown.getMessage());
    }

    /** Returns whether a function raised the error, other than the function of the table's own bounds. */
    private static boolean isRaisedInside(Throwable thrown) {
        ServerErrorMessage server = server(thrown);
        String where = server == null ? null : server.getWhere();
        return where != null && !where.contains(BOUNDS);
    }

    /**
     * Returns the message of the constraint or trigger that refuses, or empty if the error is another one. The
     * message contains no value that a constraint checks.
     */
    public static Optional<String> ofARule(Throwable thrown) {
        return answer(thrown)
                .map(Sql::failure)
                .filter(answer -> category(answer).filter(OF_RULES::contains).isPresent())
                .map(Refusal::reason);
    }

    /** Returns the database's error, searched among causes and suppressed exceptions. */
    public static Optional<SQLException> answer(Throwable thrown) {
        return answers(thrown).findFirst();
    }

    /** Returns the database's errors, the outermost first. That of a failed commit is a suppressed exception. */
    private static Stream<SQLException> answers(Throwable thrown) {
        return reasons(thrown, MAX_DEPTH).filter(SQLException.class::isInstance).map(SQLException.class::cast);
    }

    private static Stream<Throwable> reasons(@Nullable Throwable thrown, int depth) {
        if (thrown == null || depth == 0) {
            return Stream.empty();
        }
        Stream<Throwable> inner =
                Stream.concat(Stream.ofNullable(thrown.getCause()), Arrays.stream(thrown.getSuppressed()));
        return Stream.concat(Stream.of(thrown), inner.flatMap(reason -> reasons(reason, depth - 1)));
    }

    private static @Nullable ServerErrorMessage server(Throwable thrown) {
        return thrown instanceof JDBCException refused && refused.getSQLException() instanceof PSQLException server
                ? server.getServerErrorMessage()
                : null;
    }

    private static Optional<String> category(Throwable thrown) {
        return state(thrown).filter(state -> state.length() > CLASS).map(state -> state.substring(0, CLASS));
    }

    /** Returns whether another transaction wrote a row since the transaction's snapshot was taken. */
    public static boolean isOfTheSnapshot(Throwable thrown) {
        return state(thrown).filter(SERIALIZATION_FAILURE::equals).isPresent();
    }

    /** Returns whether the statement exceeded its time limit, or was cancelled. */
    public static boolean isOfTheTime(Throwable thrown) {
        return state(thrown).filter(CANCELLED::equals).isPresent();
    }

    /** Returns whether the statement has waited too long for a lock of another transaction. */
    public static boolean isOfALock(Throwable thrown) {
        return state(thrown).filter(LOCK_NOT_AVAILABLE::equals).isPresent();
    }

    /** Returns whether PostgreSQL cannot store a text among the statement's values. */
    public static boolean isOfText(Throwable thrown) {
        return state(thrown).filter(UNSTORABLE::contains).isPresent();
    }

    private static Optional<String> state(Throwable thrown) {
        return thrown instanceof JDBCException refused
                ? Optional.ofNullable(refused.getSQLException()).map(SQLException::getSQLState)
                : Optional.empty();
    }
}
