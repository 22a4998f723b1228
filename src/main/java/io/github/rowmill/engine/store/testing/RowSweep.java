package io.github.rowmill.engine.store.testing;

import io.github.rowmill.db.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** Deletes rows that earlier tests left. */
@ApplicationScoped
public class RowSweep {

    private static final String DELETE_ALL = """
            with tasks as (delete from rowmill_task),
            logs as (delete from rowmill_log),
            jobs as (delete from rowmill_job),
            flows as (delete from rowmill_flow),
            members as (delete from rowmill_part_task),
            steps as (delete from rowmill_step),
            signals as (delete from rowmill_signal)
            delete from rowmill_failure
            """;

    private final JoinedDatabase joined;

    RowSweep(JoinedDatabase joined) {
        this.joined = joined;
    }

    /** Deletes all tasks and their data: attempts, logs, jobs, flows, steps, signals, failures. */
    @Transactional
    public void deleteAll() {
        joined.statement(sql -> sql.run(DELETE_ALL));
    }
}
