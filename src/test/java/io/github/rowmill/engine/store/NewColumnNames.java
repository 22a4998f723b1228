package io.github.rowmill.engine.store;

import java.util.Arrays;
import java.util.List;

/** The names of the columns that an enqueue writes, as its statement has them. */
public final class NewColumnNames {

    private NewColumnNames() {}

    /** All, and what is no column and made use of by another. */
    public static List<String> all() {
        String names = NewColumns.INSERT_ONE.substring(NewColumns.INSERT_ONE.lastIndexOf("as n (") + "as n (".length());
        return Arrays.stream(names.replace(")", "").trim().split(", *")).toList();
    }

    /** Those that tasks of schedules have from theirs. */
    public static List<String> ofSchedules() {
        return NewColumns.OF_SCHEDULES;
    }
}
