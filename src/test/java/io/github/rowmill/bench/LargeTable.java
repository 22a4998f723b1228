package io.github.rowmill.bench;

/** A table after months of operation. A tenth of the tasks waits, a hundredth is dead, and the rest has completed. */
final class LargeTable {

    private static final int QUEUES = 20;
    private static final int TYPES = 40;
    private static final int SIGNATURES = 200;

    private final Target target;

    LargeTable(Target target) {
        this.target = target;
    }

    void fill(int rows) {
        tasks(rows);
        failures();
        history();
        rest();
        target.execute("vacuum analyze");
        target.execute("checkpoint");
    }

    private void tasks(int rows) {
        target.execute("""
                insert into rowmill_task (type, queue, key, tags, details, created, run_at, status, attempts, started, finished, last_updated, error)
                select 'type-' || g %% %d,
                       'queue-' || g %% %d,
                       case when g %% 5 = 0 then 'customer-' || g %% 10000 end,
                       case when g %% 997 = 0 then array['vip'] else '{}' end,
                       jsonb_build_object('account', 'a-' || g %% 5000, 'n', g),
                       now() - (%d - g) * interval '100 ms',
                       now() - (%d - g) * interval '100 ms',
                       case when g %% 100 = 7 then 'dead' when g %% 10 = 3 then 'queued' else 'completed' end,
                       case when g %% 10 = 3 then 0 else 1 end,
                       case when g %% 10 <> 3 then now() - (%d - g) * interval '100 ms' end,
                       case when g %% 10 <> 3 then now() - (%d - g) * interval '100 ms' end,
                       now() - (%d - g) * interval '100 ms',
                       case when g %% 100 = 7 then 'java.lang.IllegalStateException: no ' || g end
                  from generate_series(1, %d) g
                """.formatted(TYPES, QUEUES, rows, rows, rows, rows, rows, rows));
    }

    private void failures() {
        target.execute("""
                insert into rowmill_attempt (task, number, operator, started, finished, error, signature)
                select id, 1, 'node-1', started, finished, error, 'f' || id / 100 %% %d
                  from rowmill_task
                 where status = 'dead'
                """.formatted(SIGNATURES));
        target.execute("""
                insert into rowmill_failure (signature, queue, type, exception, frame, message, count, first, last, sample)
                select 'f' || s, 'queue-' || q, 'type-' || s %% %d, 'java.lang.IllegalStateException', 'app.Handler.run(Handler.java:12)',
                       'no # ' || s, 50, now() - interval '1 day', now() - s * interval '1 min', 7
                  from generate_series(0, %d) s, generate_series(0, %d) q
                """.formatted(TYPES, SIGNATURES - 1, QUEUES - 1));
    }

    /**
     * Inserts the history of all queues and types: a day in minutes, a week in spans of ten minutes, a month in
     * hours.
     */
    private void history() {
        target.execute("""
                insert into rowmill_series (span, start, queue, type, enqueued, completed, failed, dead, wait, run)
                select s.span, date_bin(s.span * interval '1 min', now(), timestamptz '2000-01-01') - m * s.span * interval '1 min',
                       'queue-' || t %% %d, 'type-' || t, 60, 55, 4, 1, '{1,2,30,20,5}', '{0,5,30,20,5}'
                  from (values (1, 1440), (10, 1008), (60, 720)) s (span, spans),
                       generate_series(1, s.spans) m, generate_series(0, %d) t
                """.formatted(QUEUES, TYPES - 1));
    }

    private void rest() {
        target.execute("""
                insert into rowmill_audit (actor, action, kind, name)
                select 'ada', 'task.retry', 'task', cast(g as text) from generate_series(1, 200000) g
                """);
        target.execute("""
                insert into rowmill_job (action, query, asked_by, status, finished)
                select 'retry', 'status:dead', 'ada', 'finished', now() from generate_series(1, 1000)
                """);
    }
}
