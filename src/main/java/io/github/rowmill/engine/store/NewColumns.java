package io.github.rowmill.engine.store;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.db.Seconds;
import java.sql.JDBCType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The columns that an enqueue writes. The statements and their parameters are built from this list. */
final class NewColumns {

    private NewColumns() {}

    /** The PostgreSQL type of a parameter, the JDBC type of a missing value, and the Java array of many values. */
    private enum Type {
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
    }

    /**
     * A column, or a parameter that another column uses.
     *
     * @param written the SQL expression of the column, in which {@code n.name} is the parameter; empty if the
     *     parameter is no column and another column uses it
     * @param isOfSchedules whether {@code rowmill_schedule} has a column of this name whose value its tasks get
     */
    private record Column(
            String name, Type type, String written, Function<NewRow, @Nullable Object> value, boolean isOfSchedules) {

        private Column(String name, Type type, String written, Function<NewRow, @Nullable Object> value) {
            this(name, type, written, value, false);
        }

        private Column(String name, Type type, Function<NewRow, @Nullable Object> value) {
            this(name, type, "n." + name, value);
        }

        private Column ofSchedules() {
            return new Column(name, type, written, value, true);
        }

        /** Returns the expression for a row whose part may not have started. */
        private String writtenOfMembers() {
            return switch (name) {
                case "key" -> "case when not n.waits then n.key end";
                case "run_at" ->
                    "case when n.waits then coalesce(cast(n.run_at as timestamptz), statement_timestamp()) else "
                            + RUN_AT + " end";
                default -> written;
            };
        }

        private Object parameter(NewRow row) {
            return Objects.requireNonNullElse(value.apply(row), type.missing);
        }

        private String parameter(String suffix) {
            return "cast(? as " + type + suffix + ")";
        }
    }

    /** The due time, from {@code n.run_at} and {@code n.delay}. */
    static final String RUN_AT =
            "coalesce(cast(n.run_at as timestamptz), statement_timestamp() + make_interval(secs => coalesce(n.delay, 0)))";

    private static final String EXPIRES_AT =
            "coalesce(cast(n.expires_at as timestamptz), statement_timestamp() + make_interval(secs => n.expire_after))";

    private static final List<Column> ALL = List.of(
            new Column("queue", Type.TEXT, NewRow::queue).ofSchedules(),
            new Column("type", Type.TEXT, row -> row.task().type()).ofSchedules(),
            new Column("details", Type.TEXT, "cast(n.details as jsonb)", NewRow::details).ofSchedules(),
            new Column("priority", Type.INT4, row -> row.task().priority()).ofSchedules(),
            new Column("key", Type.TEXT, NewRow::key).ofSchedules(),
            new Column("run_at", Type.TEXT, RUN_AT, row -> text(row.task().runAt())),
            new Column(
                    "delay",
                    Type.FLOAT8,
                    "",
                    row -> Seconds.ofNullable(row.task().delay())),
            new Column("max_attempts", Type.INT4, NewRow::maxAttempts).ofSchedules(),
            new Column(
                    "timeout",
                    Type.FLOAT8,
                    "make_interval(secs => n.timeout)",
                    row -> Seconds.ofNullable(row.task().timeout())),
            new Column(
                    "tags",
                    Type.TEXT,
                    "cast(n.tags as text[])",
                    row -> arrayLiteral(row.task().tags())),
            new Column("source", Type.TEXT, row -> row.task().source()),
            new Column("context", Type.TEXT, "cast(n.context as jsonb)", NewRow::context),
            new Column("unique_key", Type.TEXT, NewRow::uniqueKey),
            new Column("unique_while_queued", Type.BOOL, row -> row.task().isUniqueWhileQueued() ? true : null),
            new Column(
                    "unique_for",
                    Type.FLOAT8,
                    "make_interval(secs => n.unique_for)",
                    row -> Seconds.ofNullable(row.task().uniqueFor())),
            new Column(
                    "expires_at", Type.TEXT, EXPIRES_AT, row -> text(row.task().expireAt())),
            new Column(
                    "expire_after",
                    Type.FLOAT8,
                    "",
                    row -> Seconds.ofNullable(row.task().expireAfter())));

    private static final List<Column> WRITTEN =
            ALL.stream().filter(column -> !column.written().isEmpty()).toList();

    private static final String NAMES = list(ALL, Column::name);

    private static final String SELECT = "select " + list(WRITTEN, Column::written) + "\n";

    private static final String INTO = "insert into rowmill_task (" + list(WRITTEN, Column::name) + ")\n" + SELECT;

    private static final String ONE =
            "  from (values (" + list(ALL, column -> column.parameter("")) + ")) as n (" + NAMES + ")\n";

    /** Inserts a single row. It needs no arrays, and it is not planned again for each row. */
    static final String INSERT_ONE = INTO + ONE;

    /** Replaces the columns of a row by those that an insert of another row would write. */
    static final String REPLACE =
            "update rowmill_task t\n set (" + list(WRITTEN, Column::name) + ") = (" + SELECT + ONE + "),\n";

    /** Inserts many rows, in the order given. */
    static final String INSERT_ALL = INTO + "  from unnest(" + list(ALL, column -> column.parameter("[]"))
            + ") with ordinality as n (" + NAMES + ", nth)\n order by n.nth\n";

    /**
     * Inserts many rows that belong to a flow, in the order given. A row that waits has no key, and its delay has not
     * begun. Parameters: the flow, those of {@link #INSERT_ALL}, whether each row waits, and whether it is marked.
     */
    static final String INSERT_MEMBERS =
            "insert into rowmill_task (" + list(WRITTEN, Column::name) + ", flow, status, watched)\nselect "
                    + list(WRITTEN, Column::writtenOfMembers) + """
                    , cast(? as bigint), case when n.waits then 'waiting' else 'queued' end, n.watched
                      from unnest(
                    """ + list(ALL, column -> column.parameter("[]")) + """
                    , cast(? as bool[]), cast(? as bool[])) with ordinality as n (
                    """
                    + NAMES + ", waits, watched, nth)\n order by n.nth\n";

    private static String list(List<Column> columns, Function<Column, String> part) {
        return columns.stream().map(part).collect(Collectors.joining(", "));
    }

    /** Returns the parameters of {@link #INSERT_ONE} and {@link #REPLACE}. */
    static Object[] of(NewRow row) {
        return ALL.stream().map(column -> column.parameter(row)).toArray();
    }

    /**
     * Returns the parameters of {@link #INSERT_ALL}: an array for each column, or null for a column that no row
     * has. The server's {@code unnest} fills such a column with nulls.
     */
    static @Nullable Object[] of(List<NewRow> rows) {
        return ALL.stream()
                .map(column -> rows.stream().map(column.value()).toArray(column.type().array))
                .map(values -> Arrays.stream(values).allMatch(Objects::isNull) ? null : values)
                .toArray();
    }

    /** Returns the parameters of {@link #INSERT_MEMBERS}. */
    static @Nullable Object[] ofMembers(long flow, List<NewRow> rows, List<Inserts.Place> places) {
        Boolean[] waits = places.stream().map(Inserts.Place::waits).toArray(Boolean[]::new);
        Boolean[] marks =
                places.stream().map(place -> place.isWatched() ? true : null).toArray(Boolean[]::new);
        return Stream.of(Stream.of(flow), Arrays.stream(of(rows)), Stream.of(waits, marks))
                .flatMap(some -> some)
                .toArray();
    }

    private static final List<Column> SCHEDULED =
            ALL.stream().filter(Column::isOfSchedules).toList();

    /** The columns that tasks of a schedule get from its row. */
    static final List<String> OF_SCHEDULES =
            SCHEDULED.stream().map(Column::name).toList();

    /** The SQL expressions of these columns, which read the row {@code n} of {@link #ROW_OF_SCHEDULES}. */
    static final String WRITTEN_OF_SCHEDULES = list(SCHEDULED, Column::written);

    static final String ROW_OF_SCHEDULES = "(values (" + list(SCHEDULED, column -> column.parameter("")) + ")) as n ("
            + list(SCHEDULED, Column::name) + ")\n";

    /** Returns the parameters of {@link #ROW_OF_SCHEDULES}. */
    static List<Object> ofSchedule(NewRow row) {
        return SCHEDULED.stream().map(column -> column.parameter(row)).toList();
    }

    /**
     * Returns the options of a row that tasks of a schedule do not get: columns that differ from those of a row
     * without options.
     */
    static List<String> notOfSchedules(NewRow row) {
        NewRow plain = new NewRow(NewTask.of(row.task().type()), "", "", 1, null, null, null);
        return ALL.stream()
                .filter(column ->
                        !column.isOfSchedules() && !column.parameter(row).equals(column.parameter(plain)))
                .map(Column::name)
                .toList();
    }

    static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }

    /**
     * Returns tags as a PostgreSQL literal of {@code text[]}. An array of arrays of different lengths cannot be a
     * parameter.
     */
    private static String arrayLiteral(List<String> words) {
        return words.stream()
                .map(word -> '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }
}
