package io.github.rowmill.engine;

import java.util.stream.LongStream;

/** Pages of the table of tasks and of its indexes that were looked up: what a statement costs, whatever the machine. */
public final class Pages {

    private static final int TIMES = 5;
    private static final int TRIES = 3 * TIMES;

    private final Rows rows;
    private final Runnable flush;

    /** @param flush has the session that did the work say now what it did: {@link #FLUSH}, on the thread of the work */
    public Pages(Rows rows, Runnable flush) {
        this.rows = rows;
        this.flush = flush;
    }

    public static final String FLUSH = "select pg_stat_force_next_flush()";

    /** Without autovacuum, which would look up pages beside the test. */
    public static void keepVacuumAway(Rows rows) {
        rows.asSuperuser("alter table rowmill_task set (autovacuum_enabled = false)");
    }

    public static void emptyAndLetVacuum(Rows rows) {
        rows.asSuperuser("alter table rowmill_task reset (autovacuum_enabled)");
        rows.asSuperuser("truncate rowmill_task, rowmill_attempt");
    }

    /**
     * How many the work looks up at least, of a few times, each after {@code before}: what another session has looked up may
     * be told late, and is counted with it then. None are told at all if the session that did the work was in other hands at
     * the flush; such a time does not count.
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

    /** The same of work that needs nothing before. */
    public long leastOf(Runnable work) {
        return leastOf(() -> {}, work);
    }

    /** How many the work looked up, and what other sessions have told late: at most what they did within a second. */
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
