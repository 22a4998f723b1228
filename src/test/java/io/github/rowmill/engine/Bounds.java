package io.github.rowmill.engine;

/** Disables the bounds for rows of tasks, and enables them again. */
public final class Bounds {

    private Bounds() {}

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
