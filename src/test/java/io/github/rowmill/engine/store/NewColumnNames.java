package io.github.rowmill.engine.store;

import java.util.Arrays;
import java.util.List;

/** The names of the columns that an enqueue writes, as its statement has them. */
public final class NewColumnNames {

    private NewColumnNames() {}

    /** Returns all names, including names that are no columns but are used for a column. */
    public static List<String> all() {
        String names = NewColumns.INSERT_ONE.substring(NewColumns.INSERT_ONE.lastIndexOf("as n (") + "as n (".length());
        return Arrays.stream(names.replace(")", "").trim().split(", *")).toList();
    }

    /** Returns the columns that tasks of a schedule get from its row. */
    public static List<String> ofSchedules() {
        return NewColumns.OF_SCHEDULES;
    }
}
