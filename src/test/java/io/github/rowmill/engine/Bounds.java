package io.github.rowmill.engine;

import java.util.Set;

/** The bounds of rows that the table has from schema version 1.3 on: taken away, and given back. Two were there before. */
public final class Bounds {

    private static final Set<String> OF_THE_FIRST_VERSION = Set.of("rowmill_task_counts", "rowmill_task_timeout");

    private Bounds() {}

    public static boolean ofTheFirstVersion(String bound) {
        return OF_THE_FIRST_VERSION.contains(bound);
    }

    public static void drop(Rows rows) {
        rows.asSuperuser("""
                alter table rowmill_task
                    disable trigger rowmill_task_bounds,
                    disable trigger rowmill_task_bounds_of_the_living
                """);
    }

    public static void add(Rows rows) {
        rows.asSuperuser("""
                alter table rowmill_task
                    enable trigger rowmill_task_bounds,
                    enable trigger rowmill_task_bounds_of_the_living
                """);
    }
}
