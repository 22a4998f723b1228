package io.github.rowmill.store.claim;

import io.github.rowmill.store.loop.LoopDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.TreeSet;

/** Tells which queues are worth a claim. */
@ApplicationScoped
public class WaitingQueues {

    private final LoopDatabase database;

    WaitingQueues(LoopDatabase database) {
        this.database = database;
    }

    /** The queues that hold queued tasks, as q: a loose index scan makes one probe for each, however many tasks it holds. */
    public static final String NAMES = """
            with recursive q as (
                (select t.queue
                   from rowmill_task t
                  where t.status = 'queued'
                    and t.crashes < 2
                  order by t.queue
                  limit 1)
                 union all
                select (select t.queue
                          from rowmill_task t
                         where t.status = 'queued'
                           and t.crashes < 2
                           and t.queue > q.queue
                         order by t.queue
                         limit 1)
                  from q
                 where q.queue is not null)
            """;

    private static final String QUEUES = NAMES + """
            select q.queue, false
              from q
             where q.queue is not null
             union all
            select distinct t.queue, true
              from rowmill_task t
             where t.status = 'queued'
               and t.crashes >= 2
               and t.type = any(?)
               and t.run_at <= now()
            """;

    /** The queues that hold queued tasks, and those that hold due ones in quarantine that this node handles. */
    public record Queues(Set<String> waiting, Set<String> quarantined) {}

    /** Which queues to ask. */
    public Queues read(Set<String> types) {
        Set<String> waiting = new TreeSet<>();
        Set<String> quarantined = new TreeSet<>();
        String[] names = types.toArray(String[]::new);
        database.statement(sql -> sql.all(
                QUEUES, row -> (row.getBoolean(2) ? quarantined : waiting).add(row.getString(1)), (Object) names));
        return new Queues(waiting, quarantined);
    }
}
