package io.github.rowmill.chaos.ledger;

import io.github.rowmill.chaos.site.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Numbers and times of steps and signals in a run. */
public final class StepFigures {

    private static final int ALL = 1_000_000;

    private final Sql sql;

    public StepFigures(Sql sql) {
        this.sql = sql;
    }

    /** Returns the number of steps that were done again, because their node died before it recorded them. */
    public long doneAgain() throws SQLException {
        return sql.number("""
                select count(*)
                  from (select 1 from sample_event where name = 'reserve' group by task_id having count(*) > 1) again
                """);
    }

    /** Returns the number of committed turns of loops. */
    public long turns() throws SQLException {
        return sql.number("select coalesce(sum(turn), 0) from rowmill_step where kind = 'loop'");
    }

    /** Returns the number of sleeps and waits that ended under another lease than the one that began them. */
    public long pauses() throws SQLException {
        return sql.number("""
                select count(*)
                  from ledger_step b
                  join ledger_step e
                    on e.task = b.task
                   and e.name = b.name
                   and e.op = 'update'
                   and e.is_over
                   and e.lease <> b.lease
                 where b.kind in ('sleep', 'signal')
                   and b.op = 'insert'
                """);
    }

    /** Returns the number of waits that ended without a signal. */
    public long timeouts() throws SQLException {
        return sql.number(
                "select count(*) from rowmill_step where kind = 'signal' and done is not null and result is null");
    }

    private static final String RECEIVED = """
              from ledger_signal s
              join rowmill_step w
                on w.task = s.task
               and w.kind = 'signal'
               and (w.result ->> 'slip')::bigint = s.slip
            """;

    /** Returns the number of signals that a wait has received. */
    public long received() throws SQLException {
        return sql.number("select count(*)" + RECEIVED);
    }

    /** Returns the number of received signals that were sent before their wait. */
    public long sentEarly() throws SQLException {
        return sql.number("select count(*)" + RECEIVED + "where s.at < w.begun");
    }

    /** Returns the sorted times from a signal to the end of a wait that had begun before it. */
    public List<Duration> untilReceived() throws SQLException {
        String times = "select (extract(epoch from w.done - s.at) * 1000)::bigint" + RECEIVED
                + "where s.at >= w.begun order by 1";
        return sql.rows(times, ALL).stream()
                .map(row -> Duration.ofMillis(Long.parseLong(row.get(0))))
                .toList();
    }
}
