package io.github.rowmill.engine.store.sql;

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

    /** Those of them that tell of values: of a row that cannot be worked with, if no function of somebody's raised them. */
    private static final Set<String> OF_VALUES = Set.of("22", "23", "54");

    /** Those of constraints, and of what triggers raise. */
    private static final Set<String> OF_RULES = Set.of("23", "P0");

    /** Rights and syntax: what is missing there is missing for every row. */
    private static final String OF_THE_WHOLE = "42";

    /** The function that refuses what is out of the table's bounds. */
    private static final String BOUNDS = "rowmill_task_bounds()";

    private static final int CLASS = 2;

    private static final String SERIALIZATION_FAILURE = "40001";

    private static final String CANCELLED = "57014";

    /** Of U+0000, and of what else is no character: in a text, and in one of JSON. */
    private static final Set<String> UNSTORABLE = Set.of("22021", "22P05");

    /** No chain of causes is as long; one may go round. */
    private static final int MAX_CAUSES = 30;

    /** Causes within causes. */
    private static final int MAX_DEPTH = 10;

    /** Of connections that failed, of too little memory, disk or connections, and of servers that start, stop or end sessions. */
    private static final Set<String> OF_AN_OUTAGE = Set.of("08", "53");

    private static final String INTERVENTION = "57P";

    /** Part of all that Agroal says of it, in upper and lower case and without a state. */
    private static final String NO_CONNECTION = "acquisition timeout";

    private Refusal() {}

    /** Whether the database could not be asked: it is not reached, is cut off or shutting down, or has no connection to spare. */
    public static boolean isOutage(Throwable thrown) {
        @Nullable Throwable cause = thrown;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof SQLException sql && isOutage(sql)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean isOutage(SQLException thrown) {
        String state = thrown.getSQLState();
        return state == null
                ? String.valueOf(thrown.getMessage()).toLowerCase(Locale.ROOT).contains(NO_CONNECTION)
                : state.startsWith(INTERVENTION) || OF_AN_OUTAGE.stream().anyMatch(state::startsWith);
    }

    /** Whether this very statement is refused, while others may do; false: the database cannot do any right now, or it is not known. */
    public static boolean isOfTheStatement(Throwable thrown) {
        return category(thrown).filter(OF_THE_STATEMENT::contains).isPresent();
    }

    /** Whether one row of several may be the cause, so that a statement without it will do. */
    public static boolean mayBeOfOneRow(Throwable thrown) {
        return isOfTheStatement(thrown)
                && (isRaisedInside(thrown)
                        || category(thrown).filter(OF_THE_WHOLE::equals).isEmpty());
    }

    /** Whether it is the row's values that the server cannot work with. What a trigger raises is its owner's decision. */
    public static boolean isOfTheValues(Throwable thrown) {
        return !isRaisedInside(thrown)
                && category(thrown).filter(OF_VALUES::contains).isPresent();
    }

    /** The server's reason in one line, without the values of the row. */
    public static String reason(Throwable thrown) {
        ServerErrorMessage server = server(thrown);
        String message = server == null ? thrown.toString() : String.valueOf(server.getMessage());
        return "%s (SQL state %s)".formatted(message, state(thrown).orElse("unknown"));
    }

    /** The driver's reason, or the SQL state alone where a statement's values may be part of the reason. */
    static String unquoted(SQLException thrown) {
        String state = thrown.getSQLState();
        boolean mayQuote = state.length() > CLASS && OF_THE_STATEMENT.contains(state.substring(0, CLASS));
        return mayQuote ? "SQL state " + state : String.valueOf(thrown.getMessage());
    }

    /** By a function, and not by that of the table's own bounds. */
    private static boolean isRaisedInside(Throwable thrown) {
        ServerErrorMessage server = server(thrown);
        String where = server == null ? null : server.getWhere();
        return where != null && !where.contains(BOUNDS);
    }

    /** The message of the constraint or the trigger that refuses; empty: something else has failed. It quotes no value that a constraint looks at. */
    public static Optional<String> ofARule(Throwable thrown) {
        return answer(thrown)
                .map(Sql::failure)
                .filter(answer -> category(answer).filter(OF_RULES::contains).isPresent())
                .map(Refusal::reason);
    }

    /** What the database answered, wherever that is among causes and suppressed exceptions. */
    public static Optional<SQLException> answer(Throwable thrown) {
        return answer(thrown, MAX_DEPTH);
    }

    private static Optional<SQLException> answer(@Nullable Throwable thrown, int depth) {
        if (thrown == null || depth == 0) {
            return Optional.empty();
        }
        return thrown instanceof SQLException answer
                ? Optional.of(answer)
                : Stream.concat(Stream.ofNullable(thrown.getCause()), Arrays.stream(thrown.getSuppressed()))
                        .flatMap(cause -> answer(cause, depth - 1).stream())
                        .findFirst();
    }

    private static @Nullable ServerErrorMessage server(Throwable thrown) {
        return thrown instanceof JDBCException refused && refused.getSQLException() instanceof PSQLException server
                ? server.getServerErrorMessage()
                : null;
    }

    private static Optional<String> category(Throwable thrown) {
        return state(thrown).filter(state -> state.length() > CLASS).map(state -> state.substring(0, CLASS));
    }

    /** Whether a row was written by others since the transaction's snapshot was taken. */
    public static boolean isOfTheSnapshot(Throwable thrown) {
        return state(thrown).filter(SERIALIZATION_FAILURE::equals).isPresent();
    }

    /** Whether the statement took longer than its limit, or was cancelled by somebody. */
    public static boolean isOfTheTime(Throwable thrown) {
        return state(thrown).filter(CANCELLED::equals).isPresent();
    }

    /** Whether a text among the statement's values is none that PostgreSQL can store. */
    public static boolean isOfText(Throwable thrown) {
        return state(thrown).filter(UNSTORABLE::contains).isPresent();
    }

    private static Optional<String> state(Throwable thrown) {
        return thrown instanceof JDBCException refused
                ? Optional.ofNullable(refused.getSQLException()).map(SQLException::getSQLState)
                : Optional.empty();
    }
}
