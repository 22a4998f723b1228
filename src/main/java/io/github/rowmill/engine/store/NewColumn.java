package io.github.rowmill.engine.store;

import io.github.rowmill.db.Seconds;
import java.sql.JDBCType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column that an enqueue writes, or a parameter that another column uses.
 *
 * @param written the SQL expression of the column, in which {@code n.name} is the parameter; empty if the
 *     parameter is no column and another column uses it
 * @param isOfSchedules whether {@code rowmill_schedule} has a column of this name whose value its tasks get
 */
record NewColumn(
        String name, Type type, String written, Function<NewRow, @Nullable Object> value, boolean isOfSchedules) {

    /** The due time, from {@code n.run_at} and {@code n.delay}. */
    static final String RUN_AT =
            "coalesce(cast(n.run_at as timestamptz), statement_timestamp() + make_interval(secs => coalesce(n.delay, 0)))";

    /** The latest start, from {@code n.expires_at} and {@code n.expire_after}. */
    static final String EXPIRES_AT =
            "coalesce(cast(n.expires_at as timestamptz), statement_timestamp() + make_interval(secs => n.expire_after))";

    /** The PostgreSQL type of a parameter, the JDBC type of a missing value, and the Java array of many values. */
    enum Type {
        TEXT(JDBCType.VARCHAR, String[]::new),
        INT4(JDBCType.INTEGER, Integer[]::new),
        FLOAT8(JDBCType.DOUBLE, Double[]::new),
        BOOL(JDBCType.BOOLEAN, Boolean[]::new);

        private final JDBCType missing;
        private final IntFunction<Object[]> array;

        Type(JDBCType missing, IntFunction<Object[]> array) {
            this.missing = missing;
            this.array = array;
        }

        Object[] array(int length) {
            return array.apply(length);
        }
    }

    /** Returns the column with the words of a field, and with its value. */
    static NewColumn of(NewField field) {
        return of(field, row -> field.get(row.task()));
    }

    /** Returns the column with the words of a field, and with a value that the enqueue filled in. */
    static NewColumn of(NewField field, Function<NewRow, @Nullable Object> value) {
        String name = field.name().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        Type type = switch (field.kind()) {
            case NAME, TEXT, WORDS, PATHS, MOMENT, CHOICE -> Type.TEXT;
            case NUMBER -> Type.INT4;
            case TIME -> Type.FLOAT8;
            case FLAG -> Type.BOOL;
        };
        String written = switch (field.kind()) {
            case WORDS, PATHS -> "cast(n." + name + " as text[])";
            case TIME -> "make_interval(secs => n." + name + ")";
            default -> "n." + name;
        };
        return new NewColumn(name, type, written, row -> converted(value.apply(row)), false);
    }

    /** Returns a column of JSON that is no field of its own. */
    static NewColumn json(String name, Function<NewRow, @Nullable Object> value) {
        return new NewColumn(name, Type.TEXT, "cast(n." + name + " as jsonb)", value, false);
    }

    /** Returns this column with another name and another SQL expression. */
    NewColumn as(String otherName, String sql) {
        return new NewColumn(otherName, type, sql, value, isOfSchedules);
    }

    /** Returns only the parameter of this column. The expression of another column uses it. */
    NewColumn asParameter() {
        return as(name, "");
    }

    NewColumn ofSchedules() {
        return new NewColumn(name, type, written, value, true);
    }

    /** Returns the expression for a row whose part may not have started. */
    String writtenOfMembers() {
        return switch (name) {
            case "key" -> "case when not n.waits then n.key end";
            case "run_at" ->
                "case when n.waits then coalesce(cast(n.run_at as timestamptz), statement_timestamp()) else " + RUN_AT
                        + " end";
            default -> written;
        };
    }

    Object parameter(NewRow row) {
        return Objects.requireNonNullElse(value.apply(row), type.missing);
    }

    String parameter(String suffix) {
        return "cast(? as " + type + suffix + ")";
    }

    private static @Nullable Object converted(@Nullable Object value) {
        if (value instanceof Duration time) {
            return Seconds.of(time);
        }
        if (value instanceof Instant moment) {
            return moment.toString();
        }
        if (value instanceof Boolean flag) {
            return flag ? true : null;
        }
        return value instanceof List<?> words ? arrayLiteral(words) : value;
    }

    /**
     * Returns words as a PostgreSQL literal of {@code text[]}. An array of arrays of different lengths cannot be a
     * parameter.
     */
    private static String arrayLiteral(List<?> words) {
        return words.stream()
                .map(word -> '"' + String.valueOf(word).replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }
}
