package io.github.rowmill.engine.store;

import io.github.rowmill.api.NewTask;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The columns that an enqueue writes. The statements and their parameters are built from this list. */
final class NewColumns {

    private NewColumns() {}

    private static final List<NewColumn> ALL = NewFields.COLUMNS;

    private static final List<NewColumn> WRITTEN =
            ALL.stream().filter(column -> !column.written().isEmpty()).toList();

    private static final String NAMES = list(ALL, NewColumn::name);

    private static final String SELECT = "select " + list(WRITTEN, NewColumn::written) + "\n";

    private static final String INTO = "insert into rowmill_task (" + list(WRITTEN, NewColumn::name) + ")\n" + SELECT;

    private static final String ONE =
            "  from (values (" + list(ALL, column -> column.parameter("")) + ")) as n (" + NAMES + ")\n";

    /** Inserts a single row. It needs no arrays, and it is not planned again for each row. */
    static final String INSERT_ONE = INTO + ONE;

    /** Replaces the columns of a row by those that an insert of another row would write. */
    static final String REPLACE =
            "update rowmill_task t\n set (" + list(WRITTEN, NewColumn::name) + ") = (" + SELECT + ONE + "),\n";

    /** Inserts many rows, in the order given. */
    static final String INSERT_ALL = INTO + "  from unnest(" + list(ALL, column -> column.parameter("[]"))
            + ") with ordinality as n (" + NAMES + ", nth)\n order by n.nth\n";

    /**
     * Inserts many rows that belong to a flow, in the order given. A row that waits has no key, and its delay has not
     * begun. Parameters: the flow, those of {@link #INSERT_ALL}, whether each row waits, and whether it is marked.
     */
    static final String INSERT_MEMBERS = "insert into rowmill_task (" + list(WRITTEN, NewColumn::name)
            + ", flow, status, watched)\nselect "
            + list(WRITTEN, NewColumn::writtenOfMembers) + """
                    , cast(? as bigint), case when n.waits then 'waiting' else 'queued' end, n.watched
                      from unnest(
                    """ + list(ALL, column -> column.parameter("[]")) + """
                    , cast(? as bool[]), cast(? as bool[])) with ordinality as n (
                    """
            + NAMES + ", waits, watched, nth)\n order by n.nth\n";

    private static String list(List<NewColumn> columns, Function<NewColumn, String> part) {
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
                .map(column -> rows.stream().map(column.value()).toArray(column.type()::array))
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

    private static final List<NewColumn> SCHEDULED =
            ALL.stream().filter(NewColumn::isOfSchedules).toList();

    /** The columns that tasks of a schedule get from its row. */
    static final List<String> OF_SCHEDULES =
            SCHEDULED.stream().map(NewColumn::name).toList();

    /** The SQL expressions of these columns, which read the row {@code n} of {@link #ROW_OF_SCHEDULES}. */
    static final String WRITTEN_OF_SCHEDULES = list(SCHEDULED, NewColumn::written);

    static final String ROW_OF_SCHEDULES = "(values (" + list(SCHEDULED, column -> column.parameter("")) + ")) as n ("
            + list(SCHEDULED, NewColumn::name) + ")\n";

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
                .map(NewColumn::name)
                .toList();
    }
}
