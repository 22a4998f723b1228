package io.github.rowmill.engine.store.testing;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Seconds;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;

/** Moves rows in time. Because the database's clock decides, time passes for a task if its row is rewritten. */
@ApplicationScoped
public class RowTime {

    private final JoinedDatabase joined;

    RowTime(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String PASS = """
            with steps as (
                update rowmill_step
                   set until = until - make_interval(secs => ?))
            update rowmill_task
               set run_at = run_at - make_interval(secs => ?),
                   expiry = expiry - make_interval(secs => ?),
                   finished = finished - make_interval(secs => ?),
                   expires_at = expires_at - make_interval(secs => ?)
            """;

    private static final String PASS_ONE = """
            with steps as (
                update rowmill_step
                   set until = until - make_interval(secs => ?)
                 where task = ?)
            update rowmill_task
               set run_at = run_at - make_interval(secs => ?),
                   expiry = expiry - make_interval(secs => ?),
                   finished = finished - make_interval(secs => ?),
                   expires_at = expires_at - make_interval(secs => ?)
             where id = ?
            """;

    /**
     * Lets time pass for one task: its due time, deadline, lease and end move into the past, and so do the ends
     * of its sleeps and waits. Returns false if the task does not exist.
     */
    @Transactional
    public boolean pass(long id, Duration time) {
        double seconds = Seconds.of(time);
        return joined.statement(sql -> sql.run(PASS_ONE, seconds, id, seconds, seconds, seconds, seconds, id)) == 1;
    }

    /**
     * Lets time pass for all tasks: their due times, deadlines, leases, ends, sleeps and waits move into the
     * past.
     */
    @Transactional
    public void pass(Duration time) {
        double seconds = Seconds.of(time);
        joined.statement(sql -> sql.run(PASS, seconds, seconds, seconds, seconds, seconds));
    }
}
