package io.github.rowmill.feature.job;

import io.github.rowmill.engine.Rows;

/**
 * A job on one task, with an action that only a newer node can run. The table has no constraint on actions until the
 * close.
 */
public record NewerJob(Rows rows, long id) implements AutoCloseable {

    public static final String ACTION = "explode";

    public static NewerJob begin(Rows rows) {
        rows.asSuperuser("alter table rowmill_job drop constraint rowmill_job_action");
        rows.asSuperuser(
                "insert into rowmill_job (action, query, asked_by, total) values ('%s', 'queue:new', 'tester', 1)"
                        .formatted(ACTION));
        return new NewerJob(rows, rows.number("select id from rowmill_job where action = '%s'".formatted(ACTION)));
    }

    @Override
    public void close() {
        rows.asSuperuser("delete from rowmill_job where action = '%s'".formatted(ACTION));
        rows.asSuperuser("""
                alter table rowmill_job
                  add constraint rowmill_job_action check (action in ('cancel', 'retry', 'delete'))
                """);
    }
}
