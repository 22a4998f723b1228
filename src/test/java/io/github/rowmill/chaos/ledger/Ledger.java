package io.github.rowmill.chaos.ledger;

import io.github.rowmill.chaos.site.Journal;
import io.github.rowmill.chaos.site.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * Reads the history of a finished run from the database: its tasks, their transitions, and the acknowledged requests.
 */
public final class Ledger {

    /** Largest number of rows that are shown of a breach. */
    private static final int SHOWN = 5;

    private static final int ALL = 1_000_000;

    private static final Duration SHORT = Duration.ofMillis(1_500);

    private final Sql sql;

    public Ledger(Sql sql) {
        this.sql = sql;
    }

    /** Returns the largest number of tasks that a node held at once. */
    public long mostInHand() throws SQLException {
        return sql.number("""
                select coalesce(max(held), 0)
                  from (select sum(case when new_status = 'executing' then 1 else -1 end)
                                 over (partition by coalesce(new_operator, old_operator) order by seq) as held
                          from ledger_transition
                         where new_status = 'executing' or old_status = 'executing') t
                """);
    }

    /** Loads a file of ids into a table with a name such as {@code enqueued}. */
    public void load(String name, Path file) throws SQLException, IOException {
        sql.execute("create table if not exists ledger_%s (id bigint)".formatted(name));
        try (Connection connection = sql.connect();
                InputStream ids = Files.newInputStream(file)) {
            connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy ledger_%s from stdin".formatted(name), ids);
        }
        sql.execute("create index on ledger_%1$s (id); analyze ledger_%1$s".formatted(name));
    }

    /**
     * Loads the times when nodes could not work. Short times do not count, because a connection that is cut can be
     * opened again at once. A killed node never came back.
     */
    public void load(Journal journal) throws SQLException {
        for (Journal.Trouble trouble : journal.troubles()) {
            if (trouble.to() - trouble.from() > SHORT.toMillis()) {
                trouble(trouble.operator(), ago(trouble.from()), ago(trouble.to()));
            }
        }
        for (Journal.Fall fall : journal.falls()) {
            trouble(fall.operator(), ago(fall.at()), "'infinity'");
        }
    }

    private void trouble(String operator, String since, String until) throws SQLException {
        sql.execute("insert into ledger_trouble values ('%s', %s, %s)".formatted(operator, since, until));
    }

    /** Returns SQL for a moment of this machine's clock on the database's clock, which may differ. */
    private static String ago(long moment) {
        return "clock_timestamp() - %d * interval '1 ms'".formatted(System.currentTimeMillis() - moment);
    }

    /** Returns the times until the next claim of tasks that a node claimed at their enqueue and then gave back. */
    public List<Duration> untilClaimedAgain() throws SQLException {
        return sql.rows("""
                        select (extract(epoch from n.at - c.at) * 1000)::bigint
                          from ledger_transition i
                          join ledger_transition c
                            on c.task = i.task
                           and c.xid = i.xid
                           and c.old_version = 0
                          join ledger_transition g
                            on g.task = c.task
                           and g.old_version = c.new_version
                           and g.attempts < g.old_attempts
                          join ledger_transition n
                            on n.task = g.task
                           and n.old_version = g.new_version
                           and n.new_status = 'executing'
                         where i.old_status is null
                           and not exists (select 1
                                             from ledger_trouble t
                                            where t.operator = c.new_operator
                                              and t.since <= n.at
                                              and t.until >= c.at)
                         order by 1
                        """, ALL).stream()
                .map(row -> Duration.ofMillis(Long.parseLong(row.get(0))))
                .toList();
    }

    /** Runs all checks. Returns each breach with its first rows. */
    public List<String> breaches() throws SQLException {
        List<String> breaches = new ArrayList<>();
        for (Check check : Check.values()) {
            List<List<String>> rows = sql.rows(check.sql(), SHOWN);
            if (!rows.isEmpty()) {
                long count = sql.number("select count(*) from (%s) breach".formatted(check.sql()));
                breaches.add("%s %s: %d, such as %s".formatted(check.invariant(), check, count, rows));
            }
        }
        return breaches;
    }

    /** Returns the number of tasks by type and state. */
    public List<List<String>> tasks() throws SQLException {
        return sql.rows("select type, status, count(*) from ledger_task group by 1, 2 order by 1, 2", 100);
    }

    /** Returns the number of claims of tasks that were recovered before. A scripted failure does not count. */
    public long rerun() throws SQLException {
        return sql.number("select count(*) from ledger_transition where new_status = 'executing' and crashes > 0");
    }

    /** Returns the number of leases that were recovered. */
    public long recoveries() throws SQLException {
        return sql.number("select count(*) from ledger_transition where crashes > old_crashes");
    }

    /** Returns the number of starts of tasks whose queue has rules. */
    public long startsUnderRules() throws SQLException {
        return sql.number("select count(*) from ledger_start");
    }

    /** Returns the number of tasks that handlers enqueued outside of any transaction. */
    public long sentAlone() throws SQLException {
        return sql.number("select count(*) from ledger_sent");
    }

    private static final String CLAIMED_AT_ONCE = """
            select count(*)
              from ledger_transition i
              join ledger_transition c using (task, xid)
             where i.old_status is null
               and c.old_version = 0
            """;

    /** Returns the number of tasks that were claimed in the transaction that enqueued them. */
    public long claimedAtOnce() throws SQLException {
        return sql.number(CLAIMED_AT_ONCE);
    }

    /**
     * Returns the number of tasks that a handler enqueued outside of any transaction and that the same statement
     * claimed.
     */
    public long sentAndClaimedAtOnce() throws SQLException {
        return sql.number(CLAIMED_AT_ONCE + "and task in (select task from ledger_sent)");
    }

    /** Returns the number of completed tasks of a type that shared their transaction with others. */
    public long shared(String type) throws SQLException {
        return sql.number("""
                select coalesce(sum(tasks), 0)
                  from (select count(*) as tasks
                          from ledger_transition
                         where type = '%s'
                           and old_status = 'executing'
                           and new_status = 'completed'
                         group by xid
                        having count(*) > 1) as together
                """.formatted(type));
    }

    /** Returns the number of flows that have ended. */
    public long endedFlows() throws SQLException {
        return sql.number("select count(*) from rowmill_flow where finished is not null");
    }

    /** Returns the number of parts that started after others. */
    public long startedParts() throws SQLException {
        return sql.number("select count(*) from ledger_part where new_state = 'open' and part > 0");
    }

    /** Returns how often a task was parked until the turn of its key. */
    public long parked() throws SQLException {
        return sql.number("select count(*) from ledger_transition where new_status = 'waiting'");
    }

    /**
     * Returns the longest wait of a key's next task, in seconds. It begins at the end of the task before, or at its own
     * enqueue if that was later.
     */
    public long longestWaitOfAKey() throws SQLException {
        return sql.number("""
                with event as (
                    select s.key, s.at, i.at as made, true as is_start
                      from ledger_start s
                      join ledger_transition i
                        on i.task = s.task
                       and i.old_status is null
                     where s.queue = 'in-order'
                       and s.is_first
                     union all
                    select s.key, t.at, null, false
                      from ledger_start s
                      join ledger_transition t
                        on t.task = s.task
                       and t.new_status in ('completed', 'dead', 'cancelled')
                     where s.queue = 'in-order'
                       and s.is_first)
                select coalesce(ceil(max(extract(epoch from at - greatest(made, ended)))), 0)::bigint
                  from (select *, max(at) filter (where not is_start) over (partition by key order by at) as ended from event) t
                 where is_start
                """);
    }

    /** Returns the number of tasks with more than one effect. */
    public long doubleEffects() throws SQLException {
        return sql.number("select count(*) from (%s) twice".formatted(Check.NO_DOUBLE_EFFECT.sql()));
    }
}
