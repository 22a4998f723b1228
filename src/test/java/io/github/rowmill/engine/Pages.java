package io.github.rowmill.engine;

import java.util.stream.LongStream;

/**
 * Counts the pages of the table of tasks and of its indexes that a statement reads. This cost does not depend on the
 * machine.
 */
public final class Pages {

    private static final int TIMES = 5;
    private static final int TRIES = 3 * TIMES;

    private final Rows rows;
    private final Runnable flush;

    /** @param flush makes the session that did the work report its pages: {@link #FLUSH}, on the thread of the work */
    public Pages(Rows rows, Runnable flush) {
        this.rows = rows;
        this.flush = flush;
    }

    public static final String FLUSH = "select pg_stat_force_next_flush()";

    /** Switches autovacuum off, which would read pages beside the test. */
    public static void keepVacuumAway(Rows rows) {
        rows.asSuperuser("alter table rowmill_task set (autovacuum_enabled = false)");
    }

    public static void emptyAndLetVacuum(Rows rows) {
        rows.asSuperuser("alter table rowmill_task reset (autovacuum_enabled)");
        rows.asSuperuser("truncate rowmill_task, rowmill_attempt");
    }

    /**
     * Returns the smallest number of pages that the work reads, of five runs, each after {@code before}. Pages that
     * another session has read may be reported late, and are then counted too. Nothing is reported if the flush has
     * another session than the work. This run does not count.
     */
    public long leastOf(Runnable before, Runnable work) {
        return LongStream.generate(() -> {
                    before.run();
                    return of(work);
                })
                .limit(TRIES)
                .filter(told -> told > 0)
                .limit(TIMES)
                .min()
                .orElse(0);
    }

    /** Returns the smallest number of pages that the work reads, if it needs no preparation. */
    public long leastOf(Runnable work) {
        return leastOf(() -> {}, work);
    }

    /**
     * Returns the number of pages that the work reads, and of those that other sessions report late. These are at most
     * the pages that they read within a second.
     */
    public long of(Runnable work) {
        long before = lookedUp();
        work.run();
        return lookedUp() - before;
    }

    private long lookedUp() {
        flush.run();
        return rows.number("""
                select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit
                  from pg_statio_user_tables
                 where relname = 'rowmill_task'
                """);
    }
}
